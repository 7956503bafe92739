import * as vscode from 'vscode';
import { describeFit, groupsOf, moved, nameIn, ordered, orderText } from './environment-order';
import type { Candidate } from './protocol';

interface Item extends vscode.QuickPickItem {
  uri?: string;
}

const EARLIER = {
  iconPath: new vscode.ThemeIcon('arrow-up'),
  tooltip: 'Apply earlier: others take precedence over it',
};
const LATER = { iconPath: new vscode.ThemeIcon('arrow-down'), tooltip: 'Apply later: it takes precedence over others' };
const BROWSE = '$(folder-opened) Browse…';

export interface Choice {
  /** In the order in which they apply. */
  environments: string[];
  /** Whether further files are to be chosen in a dialog. */
  browse: boolean;
}

/** Lets the user choose environments and their order: grouped by folder, the nearest first. Undefined: none was chosen. */
export function pickEnvironments(
  template: string,
  candidates: readonly Candidate[],
  selected: readonly string[],
  recent: readonly string[],
): Promise<Choice | undefined> {
  const quick = vscode.window.createQuickPick<Item>();
  let order = [...selected];
  const tell = () => {
    quick.title = `Environments of ${template}${orderText(order.map((uri) => labelOf(candidates, uri)))}`;
  };
  quick.placeholder = 'A later environment takes precedence; the arrows change the order';
  quick.canSelectMany = true;
  quick.matchOnDescription = true;
  quick.items = itemsOf(candidates, [...selected, ...recent]);
  quick.selectedItems = quick.items.filter(({ uri }) => uri !== undefined && order.includes(uri));
  tell();
  return new Promise((resolve) => {
    quick.onDidChangeSelection((items) => {
      order = ordered(
        order,
        items.flatMap(({ uri }) => (uri === undefined ? [] : [uri])),
      );
      tell();
    });
    quick.onDidTriggerItemButton(({ item, button }) => {
      order = moved(order, item.uri ?? '', button === EARLIER ? -1 : 1);
      tell();
    });
    quick.onDidAccept(() => {
      resolve({ environments: order, browse: quick.selectedItems.some(({ label }) => label === BROWSE) });
      quick.hide();
    });
    quick.onDidHide(() => {
      resolve(undefined);
      quick.dispose();
    });
    quick.show();
  });
}

function labelOf(candidates: readonly Candidate[], uri: string): string {
  return candidates.find((candidate) => candidate.uri === uri)?.label ?? uri;
}

function itemsOf(candidates: readonly Candidate[], recent: readonly string[]): Item[] {
  const items: Item[] = [];
  for (const { title, members } of groupsOf(candidates, recent)) {
    items.push({ label: title, kind: vscode.QuickPickItemKind.Separator });
    for (const candidate of members) {
      const { uri, label } = candidate;
      items.push({
        label: nameIn(title, label),
        uri,
        buttons: [EARLIER, LATER],
        description: describeFit(candidate),
      });
    }
  }
  return [
    ...items,
    { label: 'elsewhere', kind: vscode.QuickPickItemKind.Separator },
    { label: BROWSE, description: 'other environment files' },
  ];
}
