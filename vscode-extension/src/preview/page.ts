import { randomBytes } from 'node:crypto';

/** What the shell of the panel needs to know of its webview: URIs that it may load from. */
export interface PageSources {
  cspSource: string;
  script: string;
  style: string;
}

/**
 * The panel's page: its own toolbar and an empty place that the script fills. Nothing of a template is written here,
 * and the policy lets nothing run but this extension's own script.
 */
export function page({ cspSource, script, style }: PageSources, nonce = newNonce()): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
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
<body>
<header class="toolbar">
  <strong id="name"></strong>
  <div role="tablist" aria-label="View">
    <button role="tab" id="tab-preview" aria-controls="content" aria-selected="true">Preview</button>
    <button role="tab" id="tab-graph" aria-controls="graph" aria-selected="false">Graph</button>
  </div>
  <button id="environment" title="Choose environments">environments</button>
  <button id="try" title="Try other values for parameters, in this preview only">Values…</button>
  <input id="filter" type="search" placeholder="Filter" aria-label="Show only what contains this text">
  <span id="zoom" hidden>
    <button id="smaller" title="Smaller" aria-label="Smaller">−</button>
    <button id="larger" title="Larger" aria-label="Larger">+</button>
    <button id="fit" title="As large as the panel">Fit</button>
  </span>
</header>
<p id="error" role="status" hidden></p>
<main id="content" role="tabpanel" aria-labelledby="tab-preview"><p class="notice">Reading the template…</p></main>
<main id="graph" role="tabpanel" aria-labelledby="tab-graph" hidden></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

function newNonce(): string {
  return randomBytes(18).toString('base64');
}
