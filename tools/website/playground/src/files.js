// The files of the playground: one editor for each, all of them open in the language server.
import { Workspace, LSPPlugin } from '@codemirror/lsp-client';

export const FOLDER = 'file:///work/';

/** The open files, as the client of the language server sees them. */
export class Files extends Workspace {
  files = [];
  show = () => {};

  syncFiles() {
    const updates = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      const changes = plugin?.unsyncedChanges;
      if (changes && !changes.empty) {
        updates.push({ changes, file, prevDoc: file.doc });
        file.doc = file.view.state.doc;
        file.version += 1;
        plugin.clear();
      }
    }
    return updates;
  }

  openFile(uri, languageId, view) {
    const file = { uri, languageId, version: 0, doc: view.state.doc, view, getView: () => view };
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri) {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  async displayFile(uri) {
    this.show(uri.slice(FOLDER.length));
    return this.getFile(uri)?.view ?? null;
  }
}
