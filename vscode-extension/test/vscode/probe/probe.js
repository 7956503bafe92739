// Runs inside the extension host: each check asks VS Code what an editor would ask, and writes what came of it as JSON.
const vscode = require('vscode');
const fs = require('node:fs');
const assert = require('node:assert/strict');
const path = require('node:path');

const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const folder = () => vscode.workspace.workspaceFolders[0].uri;
const file = (name) => vscode.Uri.joinPath(folder(), name);

/** Asks until the answer is good enough; fails with the last answer. */
async function until(what, ask, good = Boolean, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (good(answer)) return answer;
    if (Date.now() > end) throw new Error(`${what}: still ${JSON.stringify(answer)}`.slice(0, 600));
    await pause(50);
  }
}

async function open(name) {
  const document = await vscode.workspace.openTextDocument(file(name));
  return vscode.window.showTextDocument(document);
}

/** The position of the `nth` occurrence of `text`, moved by `offset` characters. */
function at(document, text, offset = 0, nth = 1) {
  let index = -1;
  for (let i = 0; i < nth; i++) {
    index = document.getText().indexOf(text, index + 1);
    assert.notEqual(index, -1, `${text} is not in ${document.uri.path}`);
  }
  return document.positionAt(index + offset);
}

const found = (uri) => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'hotlint');
const codes = (uri) => found(uri).map(({ code }) => String(code?.value ?? code));
const text = (content) => (typeof content === 'string' ? content : content.value);
const texts = async (uri, position) =>
  (await run('vscode.executeHoverProvider', uri, position)).flatMap(({ contents }) => contents.map(text)).join('\n');
const labels = (items) => items.map(({ label }) => (typeof label === 'string' ? label : label.label));

async function replaced(editor, from, to) {
  const start = at(editor.document, from);
  const range = new vscode.Range(start, editor.document.positionAt(editor.document.offsetAt(start) + from.length));
  assert.ok(await editor.edit((edit) => edit.replace(range, to)));
}

const editor = {
  async 'the extension is active and its version fits the server'() {
    await open('stack.yaml');
    const extension = vscode.extensions.getExtension('hotlint.hotlint');
    await until('activation', () => extension.isActive);
    return { vscode: vscode.version, extension: extension.packageJSON.version };
  },
  async 'a template without errors has no findings'() {
    const { document } = await open('stack.yaml');
    await until('hover', () => texts(document.uri, at(document, 'get_param', 2)));
    assert.deepEqual(codes(document.uri), []);
  },
  async 'diagnostics, with codes linked to their documentation'() {
    const { document } = await open('invalid.yaml');
    await until(
      'diagnostics',
      () => codes(document.uri),
      (got) => got.includes('HOT301'),
    );
    const diagnostic = found(document.uri).find(({ code }) => String(code?.value ?? code) === 'HOT301');
    assert.equal(document.getText(diagnostic.range), 'imgae');
    assert.equal(diagnostic.severity, vscode.DiagnosticSeverity.Error);
    assert.match(diagnostic.message, /image/);
    const counts = new Map();
    for (const { code, range } of found(document.uri)) {
      const key = `${String(code?.value ?? code)} ${range.start.line}:${range.start.character}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    assert.deepEqual(
      [...counts].filter(([, count]) => count > 1),
      [],
      'shown twice',
    );
    assert.ok(diagnostic.code?.target, 'no link');
    return { message: diagnostic.message, link: String(diagnostic.code.target) };
  },
  async 'a quick fix edits, and the finding goes'() {
    const { document } = await open('invalid.yaml');
    const range = found(document.uri).find(({ message }) => message.includes('imgae')).range;
    const actions = await until(
      'quick fixes',
      () => run('vscode.executeCodeActionProvider', document.uri, range, 'quickfix', 10),
      (list) => list.some(({ title }) => title.includes('image')),
    );
    const fix =
      actions.find(({ title }) => /'image'|`image`/.test(title)) ??
      actions.find(({ title }) => title.includes('image'));
    if (fix.edit) assert.ok(await vscode.workspace.applyEdit(fix.edit));
    if (fix.command) await run(fix.command.command, ...(fix.command.arguments ?? []));
    assert.match(document.getText(), /get_param: image }/);
    await until(
      'the finding',
      () => codes(document.uri),
      (got) => !got.includes('HOT301'),
    );
    return actions.map(({ title }) => title);
  },
  async 'fix all and upgrade are offered as commands'() {
    const all = await vscode.commands.getCommands(true);
    for (const name of ['fixAll', 'upgradeVersion', 'openPreview', 'showGraph', 'pickEnvironment', 'lintWorkspace']) {
      assert.ok(all.includes(`hotlint.client.${name}`), name);
    }
    for (const name of ['preview', 'selectEnvironment', 'fixAll', 'upgradeVersion']) {
      assert.ok(all.includes(`hotlint.${name}`), `the server's ${name}`);
    }
  },
  async 'completion of a resource type replaces what is typed'() {
    const target = await open('stack.yaml');
    await replaced(target, 'type: OS::Neutron::Net\n', 'type: OS::Ne\n');
    const position = at(target.document, 'type: OS::Ne\n', 'type: OS::Ne'.length);
    const list = await until(
      'completion',
      () => run('vscode.executeCompletionItemProvider', target.document.uri, position, undefined, 5),
      ({ items }) => labels(items).includes('OS::Neutron::Net'),
    );
    const item = list.items.find(({ label }) => (label.label ?? label) === 'OS::Neutron::Net');
    const range = item.range?.replacing ?? item.range;
    assert.equal(target.document.getText(range), 'OS::Ne');
    await replaced(target, 'type: OS::Ne\n', 'type: OS::Neutron::Net\n');
    return list.items.length;
  },
  async 'completion of properties, parameters and functions'() {
    const { document } = await open('stack.yaml');
    const ask = async (needle, offset, wanted) => {
      const position = at(document, needle, offset);
      const good = ({ items }) => wanted.every((label) => labels(items).some((other) => other.startsWith(label)));
      await until(wanted.join(), () => run('vscode.executeCompletionItemProvider', document.uri, position), good, 5);
    };
    await ask('      flavor: { if', 6, ['config_drive', 'key_name', 'metadata']);
    await ask('get_param: stage }, net', 'get_param: '.length, ['stage', 'image', 'flavor']);
    await ask('{ get_attr: [server', '{ get_attr'.length, ['get_attr', 'get_param', 'str_replace']);
  },
  async 'hover shows a function, a type and a value'() {
    const { document } = await open('stack.yaml');
    assert.match(await texts(document.uri, at(document, 'OS::Nova::Server', 5)), /OS::Nova::Server/);
    assert.match(await texts(document.uri, at(document, 'get_param: stage }, production', 12)), /test/);
    return (await texts(document.uri, at(document, 'list_join', 2))).slice(0, 300);
  },
  async 'definition and references across files'() {
    const { document } = await open('stack.yaml');
    const [definition] = await run(
      'vscode.executeDefinitionProvider',
      document.uri,
      at(document, 'get_param: flavor', 12),
    );
    const range = definition.range ?? definition.targetSelectionRange ?? definition.targetRange;
    assert.equal(document.lineAt(range.start.line).text, '  flavor:');
    const [nested] = await run('vscode.executeDefinitionProvider', document.uri, at(document, 'worker.yaml', 3));
    assert.equal(path.basename((nested.uri ?? nested.targetUri).path), 'worker.yaml');
    const references = await run(
      'vscode.executeReferenceProvider',
      document.uri,
      at(document, '  image:\n    type', 3),
    );
    const files = new Set(references.map(({ uri }) => path.basename(uri.path)));
    assert.ok(files.has('production.yaml') && files.has('stack.yaml'), [...files].join());
    return references.length;
  },
  async 'rename across files'() {
    const { document } = await open('stack.yaml');
    const environments = [file('env/production.yaml').toString()];
    await run('hotlint.selectEnvironment', { uri: document.uri.toString(), environments });
    const edit = await run(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      at(document, 'get_param: disk_size', 12),
      'gigabytes',
    );
    const files = edit.entries().map(([uri]) => path.basename(uri.path));
    assert.deepEqual(files.sort(), ['production.yaml', 'stack.yaml']);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.match(document.getText(), /^ {2}gigabytes:$/m);
    assert.match(document.getText(), /get_param: gigabytes/);
    const environment = await vscode.workspace.openTextDocument(file('env/production.yaml'));
    assert.match(environment.getText(), /^ {2}gigabytes: 100$/m);
    assert.match(document.getText(), /^ {2}disk:\n {4}type: OS::Cinder::Volume$/m);
    await until(
      'findings',
      () => codes(document.uri),
      (got) => got.length === 0,
    );
    return files;
  },
  async 'a parameter of a nested template is renamed with its use'() {
    const { document } = await open('worker.yaml');
    const edit = await run(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      at(document, 'get_param: network', 12),
      'attached_to',
    );
    const files = edit.entries().map(([uri]) => path.basename(uri.path));
    assert.deepEqual(files.sort(), ['stack.yaml', 'worker.yaml']);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const parent = await vscode.workspace.openTextDocument(file('stack.yaml'));
    assert.match(parent.getText(), /^ {10}attached_to: \{ get_resource: network \}$/m);
    return files;
  },
  async 'code lenses count references and lead to the preview'() {
    const { document } = await open('stack.yaml');
    const lenses = await until(
      'code lenses',
      () => run('vscode.executeCodeLensProvider', document.uri, 50),
      (list) => list.some(({ command }) => /reference/.test(command?.title)),
    );
    const titles = lenses.map(({ command }) => command?.title);
    assert.ok(titles.includes('preview'), titles.join());
    const commands = new Set(lenses.map(({ command }) => command?.command));
    assert.ok(commands.has('hotlint.client.showReferences'), [...commands].join());
    assert.ok(commands.has('hotlint.client.openPreview'), [...commands].join());
    return titles;
  },
  async 'inlay hints show values'() {
    const { document } = await open('stack.yaml');
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const hints = await until(
      'inlay hints',
      () => run('vscode.executeInlayHintProvider', document.uri, all),
      (list) => list?.length > 0,
    );
    const shown = hints.map(({ label }) =>
      typeof label === 'string' ? label : label.map(({ value }) => value).join(''),
    );
    assert.ok(
      shown.some((hint) => hint.includes('web-production')),
      shown.join(),
    );
    return shown;
  },
  async 'inlay hints can be disabled'() {
    const { document } = await open('stack.yaml');
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const ask = () => run('vscode.executeInlayHintProvider', document.uri, all);
    const settings = vscode.workspace.getConfiguration('hotlint', document.uri);
    await settings.update('inlayHints.enabled', false, vscode.ConfigurationTarget.Workspace);
    await until('no hints', ask, (list) => (list ?? []).length === 0);
    await settings.update('inlayHints.enabled', undefined, vscode.ConfigurationTarget.Workspace);
    await until('hints', ask, (list) => list?.length > 0);
  },
  async 'outline, folding, semantic tokens, signature'() {
    const { document } = await open('stack.yaml');
    const symbols = await run('vscode.executeDocumentSymbolProvider', document.uri);
    const names = symbols.map(({ name }) => name);
    assert.ok(names.includes('resources') && names.includes('parameters'), names.join());
    assert.ok((await run('vscode.executeFoldingRangeProvider', document.uri)).length > 5);
    const tokens = await run('vscode.provideDocumentSemanticTokens', document.uri);
    assert.ok(tokens.data.length > 0);
    const help = await run('vscode.executeSignatureHelpProvider', document.uri, at(document, "list_join: ['", 12));
    return { signature: help?.signatures?.[0]?.label };
  },
  async 'other YAML is ignored'() {
    const { document } = await open('pipeline.yaml');
    await pause(1500);
    assert.deepEqual(codes(document.uri), []);
    assert.equal(document.languageId, 'yaml');
    assert.equal(await texts(document.uri, at(document, 'get_param', 2)), '');
  },
  async 'a file *.hot has the language hot, and completion from nothing'() {
    const { document } = await open('empty.hot');
    assert.equal(document.languageId, 'hot');
    const list = await until(
      'completion',
      () => run('vscode.executeCompletionItemProvider', document.uri, new vscode.Position(1, 0)),
      ({ items }) => labels(items).some((label) => label.startsWith('resources')),
    );
    return list.items.length;
  },
  async 'the whole workspace is linted'() {
    const server = await until('server', () => run('hotlint.preview', { uri: file('stack.yaml').toString() }));
    return { preview: Object.keys(server) };
  },
};

const corpus = {
  async 'a template of a thousand lines: findings, hover, completion, outline'() {
    const { document } = await open('openshift.yaml');
    assert.ok(document.lineCount > 500, String(document.lineCount));
    const started = Date.now();
    const needle = at(document, 'get_param: ', 'get_param: '.length);
    await until('hover', () => texts(document.uri, needle), Boolean, 90); // the server starts
    const first = Date.now() - started;
    const errors = () => found(document.uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    await pause(1500);
    const listed = () => errors().map(({ message, range }) => `${range.start.line + 1}: ${message}`);
    const before = listed();
    const symbols = await run('vscode.executeDocumentSymbolProvider', document.uri);
    assert.ok(symbols.length >= 4);
    const target = await open('openshift.yaml');
    const name = document.getText(new vscode.Range(needle, needle.translate(0, 30))).match(/^[\w-]+/)[0];
    const edited = Date.now();
    const range = new vscode.Range(needle, needle.translate(0, name.length));
    await target.edit((edit) => edit.replace(range, 'no_such_parameter'));
    await until(
      'the new finding',
      () => found(document.uri),
      (list) => list.some(({ message }) => message.includes('no_such_parameter')),
    );
    const tookFinding = Date.now() - edited;
    const start = range.start;
    await target.edit((edit) =>
      edit.replace(new vscode.Range(start, start.translate(0, 'no_such_parameter'.length)), ''),
    );
    const asked = Date.now();
    const list = await run('vscode.executeCompletionItemProvider', document.uri, start);
    const tookCompletion = Date.now() - asked;
    assert.ok(labels(list.items).includes(name), `${name} is not offered`);
    await target.edit((edit) => edit.insert(start, name));
    await until(
      'the finding gone',
      () => found(document.uri),
      (all) => !all.some(({ message }) => message.includes('no_such')),
    );
    await pause(1500);
    assert.deepEqual(listed().sort(), before.sort());
    return { lines: document.lineCount, first, tookFinding, tookCompletion, errors: before.length };
  },
};

const untrusted = {
  async 'an untrusted workspace gets its findings, from the server of the user'() {
    assert.equal(vscode.workspace.isTrusted, false);
    const { document } = await open('invalid.yaml');
    await until(
      'diagnostics',
      () => codes(document.uri),
      (got) => got.includes('HOT301'),
    );
    const settings = vscode.workspace.getConfiguration('hotlint', document.uri);
    assert.deepEqual(settings.get('pluginDirs'), []);
    assert.ok(!String(settings.get('path')).includes('evil'));
    assert.equal(fs.existsSync(file('evil-ran').fsPath), false, 'the server that the workspace names was run');
  },
};

untrusted['nor are its plugins read'] = async () => {
  const { document } = await open('acme.yaml');
  await until(
    'the type unknown',
    () => codes(document.uri),
    (got) => got.includes('HOT501'),
  );
};

/** The same workspace once it is trusted: its own server counts, unless the machine's settings name one. */
const trusted = {
  async 'a trusted workspace has its plugins read'() {
    assert.equal(vscode.workspace.isTrusted, true);
    await vscode.workspace
      .getConfiguration('hotlint')
      .update('path', process.env.HOTLINT_SERVER_PATH, vscode.ConfigurationTarget.Workspace);
    const { document } = await open('acme.yaml');
    await until('an answer', () => texts(document.uri, at(document, 'Acme::Thing', 2)));
    assert.deepEqual(codes(document.uri), []);
  },
};

/** The server that answers a hostile page only has to be there: what is checked is seen in the browser. */
const idle = {};

exports.activate = async () => {
  const output = process.env.HOTLINT_PROBE_OUT;
  const checks = { editor, corpus, untrusted, trusted, idle }[process.env.HOTLINT_PROBE ?? 'idle'] ?? idle;
  if (!output) return;
  const results = [];
  for (const [name, check] of Object.entries(checks)) {
    const started = Date.now();
    try {
      const detail = await check();
      results.push({ name, ok: true, milliseconds: Date.now() - started, detail });
    } catch (error) {
      results.push({
        name,
        ok: false,
        milliseconds: Date.now() - started,
        detail: String(error.stack ?? error).split('\n    at async exports')[0],
      });
    }
  }
  fs.writeFileSync(`${output}.tmp`, JSON.stringify(results, null, 1));
  fs.renameSync(`${output}.tmp`, output);
};
