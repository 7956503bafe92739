import * as path from 'node:path';
import * as vscode from 'vscode';
import { WhyRequest } from './protocol';
import type { WhyStep } from './preview/messages';
import type { Server } from './server/client';

interface Item extends vscode.QuickPickItem {
  step: WhyStep;
}

/** Lists how the value at the cursor is computed; a step that is looked at shows in the editor, and is gone to when chosen. */
export async function whyThisValue(server: Server): Promise<void> {
  const client = await server.ready();
  const editor = vscode.window.activeTextEditor;
  if (client === undefined || editor === undefined) {
    return;
  }
  const textDocument = { uri: client.code2ProtocolConverter.asUri(editor.document.uri) };
  const position = client.code2ProtocolConverter.asPosition(editor.selection.active);
  const why = await client.sendRequest(WhyRequest, { textDocument, position });
  if (why === null || why.steps.length === 0) {
    void vscode.window.showInformationMessage('hotlint: there is no value at the cursor.');
    return;
  }
  const before = { document: editor.document, selection: editor.selection, viewColumn: editor.viewColumn };
  const chosen = await pick(why.steps.map(itemOf));
  const place = chosen?.step;
  await (place?.uri && place.range
    ? show(place, false)
    : vscode.window.showTextDocument(before.document, {
        selection: before.selection,
        ...(before.viewColumn === undefined ? {} : { viewColumn: before.viewColumn }),
      }));
}

function itemOf(step: WhyStep): Item {
  const { depth, text, shown, reason, uri, range } = step;
  const place =
    uri && range ? `${path.posix.basename(decodeURIComponent(uri))}:${String(range.start.line + 1)}` : undefined;
  const detail = [shown === null ? '' : `= ${shown}`, reason ?? ''].filter(Boolean).join('  ');
  return {
    label: `${'\u2003'.repeat(depth)}${depth > 0 ? '$(arrow-small-right) ' : ''}${text}`,
    ...(place === undefined ? {} : { description: place }),
    ...(detail === '' ? {} : { detail: `${'\u2003'.repeat(depth)}${detail}` }),
    step,
  };
}

function pick(items: Item[]): Promise<Item | undefined> {
  const quick = vscode.window.createQuickPick<Item>();
  quick.title = 'Why this value?';
  quick.placeholder = 'Steps from the value to where it comes from';
  quick.items = items;
  quick.matchOnDetail = true;
  return new Promise((resolve) => {
    quick.onDidChangeActive(([item]) => {
      if (item !== undefined) {
        void show(item.step, true);
      }
    });
    quick.onDidAccept(() => {
      resolve(quick.selectedItems[0]);
      quick.hide();
    });
    quick.onDidHide(() => {
      resolve(undefined);
      quick.dispose();
    });
    quick.show();
  });
}

async function show({ uri, range }: WhyStep, preserveFocus: boolean): Promise<void> {
  if (!uri || !range) {
    return;
  }
  const { start, end } = range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { preserveFocus, preview: true, selection });
}
