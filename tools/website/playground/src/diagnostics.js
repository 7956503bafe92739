// Diagnostics of the language server as those of CodeMirror, each with the quick fixes that the server offers.
import { setDiagnostics } from '@codemirror/lint';
import { LSPPlugin } from '@codemirror/lsp-client';

const SEVERITIES = ['error', 'error', 'warning', 'info', 'hint'];

/** Return a handler of `textDocument/publishDiagnostics`; `changed` gets the diagnostics of a file by its address. */
export function diagnosticsHandler(changed) {
  return (client, { uri, version, diagnostics }) => {
    const file = client.workspace.getFile(uri);
    if (file === null || (version ?? file.version) !== file.version) return true; // newer ones follow
    changed(uri, diagnostics);
    show(file, diagnostics, []);
    if (diagnostics.length > 0) offerFixes(client, file, diagnostics);
    return true;
  };
}

async function offerFixes(client, file, diagnostics) {
  const version = file.version;
  const range = { start: { line: 0, character: 0 }, end: { line: file.doc.lines, character: 0 } };
  const params = { textDocument: { uri: file.uri }, range, context: { diagnostics, only: ['quickfix'] } };
  const actions = await client.request('textDocument/codeAction', params).catch(() => []);
  if (file.version === version) show(file, diagnostics, (actions ?? []).filter((action) => !action.disabled), client);
}

function show(file, diagnostics, actions, client) {
  const plugin = LSPPlugin.get(file.view);
  if (plugin === null) return;
  const place = (position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
  const shown = diagnostics.map((found) => ({
    from: place(found.range.start),
    to: place(found.range.end),
    severity: SEVERITIES[found.severity ?? 1],
    source: String(found.code ?? ''),
    message: found.message,
    actions: actions
      .filter((action) => action.diagnostics?.some((one) => isSame(one, found)))
      .slice(0, 3)
      .map((action) => ({ name: action.title, apply: () => apply(client, action) })),
  }));
  file.view.dispatch(setDiagnostics(file.view.state, shown));
}

function isSame(one, other) {
  return one.message === other.message && JSON.stringify(one.range) === JSON.stringify(other.range);
}

/** Make the changes of a code action, in all files. */
export async function apply(client, action) {
  client.sync();
  const whole = action.edit ? action : await client.request('codeAction/resolve', action);
  const edits = whole.edit ?? {};
  const byFile = edits.documentChanges
    ? edits.documentChanges.filter((change) => change.edits).map((change) => [change.textDocument.uri, change.edits])
    : Object.entries(edits.changes ?? {});
  for (const [uri, changes] of byFile) {
    const file = client.workspace.getFile(uri);
    const plugin = file && LSPPlugin.get(file.view);
    if (!plugin) continue;
    const made = changes.map(({ range, newText }) => ({
      from: plugin.fromPosition(range.start),
      to: plugin.fromPosition(range.end),
      insert: newText,
    }));
    client.workspace.updateFile(uri, { changes: made, userEvent: 'fix' });
  }
}
