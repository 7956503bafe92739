// The page of the playground.
import { indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { lintGutter } from '@codemirror/lint';
import {
  LSPClient, findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, renameKeymap, serverCompletion,
  signatureHelp,
} from '@codemirror/lsp-client';
import { Compartment } from '@codemirror/state';
import { oneDark } from '@codemirror/theme-one-dark';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { isName, packed, unpacked } from './address.js';
import { diagnosticsHandler } from './diagnostics.js';
import { FOLDER, Files } from './files.js';

const find = (id) => document.getElementById(id);
const dark = matchMedia('(prefers-color-scheme: dark)');
const theme = new Compartment();
const COMMANDS = {
  preview: (name) => ['preview', name, '-f', 'html'],
  graph: (name) => ['graph', name, '-f', 'html'],
  docs: (name) => ['docs', name, '-f', 'html'],
};
const editors = new Map(); // name -> view
const problems = new Map(); // name -> diagnostics
let shown = '';
let panel = 'problems';
let asked = 0;
let late;
let failure = ''; // why the server did not start

// -- the server ----------------------------------------------------------------------------------------------------

const { worker, early } = globalThis.hotlintWorker;
const listeners = new Set();
worker.onmessage = ({ data }) => {
  if (data.lsp !== undefined) {
    for (const listen of listeners) listen(data.lsp);
  } else if (data.ready !== undefined) {
    find('status').textContent = '';
    document.body.dataset.ready = data.ready.toFixed(2);
    document.body.dataset.marks = JSON.stringify(data.marks);
    refresh();
  } else if (data.failed !== undefined) {
    fail(data.failed);
  } else if (data.id === asked) {
    find('output').srcdoc = page(data.output);
    document.body.dataset.output = String(data.id);
  }
};
worker.onerror = ({ message }) => 'ready' in document.body.dataset || fail(message ?? 'its worker cannot be loaded');
for (const event of early) event.type === 'error' ? worker.onerror(event) : worker.onmessage(event);

/** Say why there is no server: the last line of a traceback of Python. The console has all of it. */
function fail(reason) {
  console.error(reason);
  failure = `hotlint cannot start in this browser: ${reason.trim().split('\n').at(-1)}`;
  find('status').textContent = failure;
  find('status').className = 'failure';
  refresh();
}

const transport = {
  send: (message) => worker.postMessage({ lsp: message.replace('"diagnostic":{}', '"diagnostic":null') }), // it shows what is sent
  subscribe: (listener) => listeners.add(listener),
  unsubscribe: (listener) => listeners.delete(listener),
};
const client = new LSPClient({
  rootUri: FOLDER.slice(0, -1),
  timeout: 60_000,
  workspace: (made) => new Files(made),
  notificationHandlers: {
    'textDocument/publishDiagnostics': diagnosticsHandler((uri, found) => {
      problems.set(uri.slice(FOLDER.length), found);
      document.body.dataset.checked = String(Number(document.body.dataset.checked ?? 0) + 1);
      listProblems();
    }),
  },
  extensions: [
    serverCompletion({ override: true }),
    hoverTooltips(),
    signatureHelp(),
    { clientCapabilities: { textDocument: { codeAction: CODE_ACTIONS() } } },
  ],
});
client.workspace.show = (name) => show(name);
client.connect(transport);

function CODE_ACTIONS() {
  return {
    codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
    resolveSupport: { properties: ['edit'] },
    dataSupport: true,
  };
}

// -- files ---------------------------------------------------------------------------------------------------------

function texts() {
  return Object.fromEntries([...editors].map(([name, view]) => [name, view.state.doc.toString()]));
}

function open(files, first) {
  for (const view of editors.values()) view.destroy();
  editors.clear();
  problems.clear();
  worker.postMessage({ files });
  for (const [name, text] of Object.entries(files)) add(name, text);
  show(first in files ? first : Object.keys(files)[0]);
}

// CodeMirror gives a shadow root constructed style sheets: a document would need a policy that allows inline styles.
const shadow = find('editors').attachShadow({ mode: 'open' });
shadow.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'editor.css' }));

function add(name, text) {
  const parent = document.createElement('div');
  parent.className = 'editor';
  shadow.append(parent);
  const view = new EditorView({
    doc: text,
    parent,
    root: shadow,
    extensions: [
      basicSetup,
      keymap.of([indentWithTab, ...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
      yaml(),
      lintGutter(),
      theme.of(dark.matches ? oneDark : []),
      client.plugin(FOLDER + name, 'yaml'),
      EditorView.contentAttributes.of({ 'aria-label': name }),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
    ],
  });
  const destroy = view.destroy.bind(view);
  view.destroy = () => (destroy(), parent.remove());
  editors.set(name, view);
}

function changed() {
  clearTimeout(late);
  late = setTimeout(async () => {
    client.sync();
    worker.postMessage({ files: texts() });
    refresh();
    history.replaceState(null, '', `#${await packed({ files: texts(), shown })}`);
    document.body.dataset.saved = String(Date.now());
  }, 400);
}

function show(name) {
  shown = name;
  const tabs = [...editors.keys()].map((file) => {
    const tab = button(file, () => show(file));
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-selected', String(file === name));
    return tab;
  });
  find('files').replaceChildren(...tabs, button('+', create, 'Add a file'), button('−', remove, 'Remove this file'));
  for (const [file, view] of editors) view.dom.parentElement.hidden = file !== name;
  editors.get(name)?.focus();
  refresh();
}

function create() {
  const name = prompt('Name of the new file', 'nested.yaml');
  if (name === null) return;
  if (!isName(name) || editors.has(name)) {
    alert('A name has letters, digits, dots, hyphens and slashes, and is not taken.');
    return;
  }
  add(name, 'heat_template_version: 2018-08-31\n');
  show(name);
  changed();
}

function remove() {
  if (editors.size < 2) return;
  editors.get(shown).destroy();
  editors.delete(shown);
  problems.delete(shown);
  show(editors.keys().next().value);
  changed();
}

function button(text, action, title = '') {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.title = title;
  made.onclick = action;
  return made;
}

// -- panels --------------------------------------------------------------------------------------------------------

function listProblems() {
  const rows = [];
  for (const [name, found] of problems) {
    for (const one of editors.has(name) ? found : []) {
      const { line, character } = one.range.start;
      const row = button(`${name}:${line + 1}:${character + 1} ${one.code} ${one.message}`, () => goTo(name, one));
      row.className = ['', 'error', 'warning', 'info', 'info'][one.severity ?? 1];
      rows.push([one.severity ?? 1, row]);
    }
  }
  rows.sort(([a], [b]) => a - b);
  const none = document.createElement('p');
  const checked = [...editors.keys()].every((name) => problems.has(name));
  none.textContent = failure || (checked ? 'Nothing found.' : '');
  none.className = failure ? 'failure' : '';
  find('problems').replaceChildren(...(rows.length > 0 ? rows.map(([, row]) => row) : [none]));
  const errors = rows.filter(([severity]) => severity === 1).length;
  find('tab-problems').textContent = rows.length > 0 ? `Problems (${errors || rows.length})` : 'Problems';
}

function goTo(name, { range }) {
  show(name);
  const view = editors.get(name);
  const line = view.state.doc.line(Math.min(range.start.line + 1, view.state.doc.lines));
  const anchor = Math.min(line.from + range.start.character, line.to);
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
}

function refresh() {
  if (panel in COMMANDS && 'ready' in document.body.dataset) {
    worker.postMessage({ command: COMMANDS[panel](shown), id: ++asked });
  } else if (panel in COMMANDS) {
    find('output').srcdoc = page(failure);
  } else {
    listProblems();
  }
}

function page(output) {
  if (/^\s*<!doctype html/i.test(output)) return output;
  const text = document.createElement('pre');
  text.textContent = output;
  return `<meta name="color-scheme" content="light dark">${text.outerHTML}`;
}

for (const name of ['problems', 'preview', 'graph', 'docs']) {
  find(`tab-${name}`).onclick = () => {
    panel = name;
    for (const tab of document.querySelectorAll('#panels [role=tab]')) {
      tab.setAttribute('aria-selected', String(tab.id === `tab-${name}`));
    }
    find('problems').hidden = name !== 'problems';
    find('output').hidden = name === 'problems';
    refresh();
  };
}

// -- the start -----------------------------------------------------------------------------------------------------

dark.onchange = () => {
  const effects = theme.reconfigure(dark.matches ? oneDark : []);
  for (const view of editors.values()) view.dispatch({ effects });
};

find('share').onclick = async () => {
  history.replaceState(null, '', `#${await packed({ files: texts(), shown })}`);
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  find('share').textContent = 'Link copied';
  setTimeout(() => (find('share').textContent = 'Share'), 2000);
};

async function begin() {
  const { examples, rules } = await fetch(new URL('./examples.json', import.meta.url)).then((found) => found.json());
  const titles = Object.keys(examples);
  find('examples').replaceChildren(new Option('Examples', ''), ...titles.map((title) => new Option(title, title)));
  find('examples').onchange = ({ target }) => {
    if (target.value) open(examples[target.value], '');
    target.value = '';
    changed();
  };
  const load = async () => {
    const rule = /^#rule=(HOT\d+)$/.exec(location.hash)?.[1];
    const state = await unpacked(location.hash);
    open(state?.files ?? rules[rule] ?? examples[titles[0]], state?.shown ?? '');
  };
  addEventListener('hashchange', load);
  await load();
}

begin();
navigator.serviceWorker?.register(new URL('./offline.js', import.meta.url)).catch(() => {});
