import * as vscode from 'vscode';
import snippets from '../snippets/hot.json';
import { isTemplate } from './detection';
import { placeAt, wordAt } from './snippet-place';
import { yamlDocuments } from './server/client';

/** Offers the snippets that fit where the cursor is, in templates and in documents that are still empty. */
export function offerSnippets(): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(yamlDocuments(), {
    provideCompletionItems(document, position) {
      const before = document.lineAt(position.line).text.slice(0, position.character);
      const word = wordAt(before);
      if (!'hot'.startsWith(word.slice(0, 3))) {
        return []; // every prefix starts with it: other words are completed by the server
      }
      const place = placeAt(document, position.line, before, isTemplate(document));
      if (place === 'value' && !word.startsWith('hot')) {
        return []; // the server completes functions; their snippets are for those who ask for them
      }
      const range = new vscode.Range(position.translate(0, -word.length), position);
      return Object.entries(snippets)
        .filter(([, snippet]) => snippet.place === place)
        .map(([name, { prefix, description, body }]) => {
          const item = new vscode.CompletionItem(
            { label: prefix, description: name },
            vscode.CompletionItemKind.Snippet,
          );
          item.insertText = new vscode.SnippetString(body.join('\n'));
          item.documentation = description;
          item.range = range;
          item.sortText = `~${prefix}`;
          return item;
        });
    },
  });
}
