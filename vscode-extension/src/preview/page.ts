/** What the shell of the panel needs to know of its webview: URIs that it may load from. */
export interface PageSources {
  cspSource: string;
  script: string;
  style: string;
  /** The layout of graphs, which the script runs in a worker. */
  elk: string;
}

/**
 * The panel's page: its own toolbar and an empty place that the script fills. Nothing of a template is written here,
 * and the policy lets nothing run but this extension's own scripts.
 */
export function page({ cspSource, script, style, elk }: PageSources, nonce = newNonce()): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `worker-src blob:`,
    `connect-src ${cspSource}`,
    `style-src ${cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>HOT Preview</title>
</head>
<body data-elk="${elk}" data-view="preview">
<header class="toolbar" role="toolbar" aria-label="Preview">
  <div class="tabs" role="tablist" aria-label="View">
    <button role="tab" id="tab-preview" aria-controls="content" aria-selected="true">Values</button>
    <button role="tab" id="tab-graph" aria-controls="graph" aria-selected="false" tabindex="-1">Graph</button>
    <button role="tab" id="tab-plan" aria-controls="plan" aria-selected="false" tabindex="-1">Plan</button>
    <button role="tab" id="tab-failure" aria-controls="failure" aria-selected="false" tabindex="-1">Failure</button>
  </div>
  <button id="environment" title="Choose environments">${icon('environment')}<span id="environment-name">environments</span><span id="environment-more"></span></button>
  <button id="try" title="Try other values for parameters, in this preview only">${icon('edit')}<span>Try…</span></button>
  <button id="stack" title="Choose the stack" hidden>${icon('stack')}<span id="stack-name">Stack…</span></button>
  <button id="again" title="Ask again" aria-label="Ask again" hidden>${icon('again')}</button>
  <span id="zoom" role="group" aria-label="Zoom" hidden>
    <button id="smaller" title="Smaller (-)" aria-label="Smaller">${icon('minus')}</button>
    <button id="larger" title="Larger (+)" aria-label="Larger">${icon('plus')}</button>
    <button id="fit" title="Show all (0)" aria-label="Show all">${icon('fit')}</button>
  </span>
  <input id="filter" type="search" placeholder="Filter" aria-label="Search (/)" title="Search (/)">
</header>
<p id="error" role="alert" hidden></p>
<main id="content" role="tabpanel" aria-labelledby="tab-preview"><p class="notice">Reading the template…</p></main>
<main id="graph" role="tabpanel" aria-labelledby="tab-graph" hidden></main>
<main id="plan" role="tabpanel" aria-labelledby="tab-plan" hidden></main>
<main id="failure" role="tabpanel" aria-labelledby="tab-failure" hidden></main>
<p id="status" role="status"></p>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

const ICONS = {
  environment: 'M2.5 2.5h11v4h-11zM2.5 9.5h11v4h-11zM5 4.5h.01M5 11.5h.01',
  edit: 'M3 13l.8-3L11 2.8 13.2 5 6 12.2zM9.5 4.3l2.2 2.2',
  stack: 'M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  again: 'M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3',
  minus: 'M3 8h10',
  plus: 'M3 8h10M8 3v10',
  fit: 'M2.5 6v-3.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
};

function icon(name: keyof typeof ICONS): string {
  return `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
}
