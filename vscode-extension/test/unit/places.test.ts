import { describe, expect, it } from 'vitest';
import { Places, type Folder } from '../../src/server/places';

function folder(root: string, path: string): Folder {
  return {
    uri: { toString: () => root + path.slice(1), with: (change) => ({ toString: () => root + change.path.slice(1) }) },
  };
}
const REPOSITORY = folder('vscode-vfs://github/', '/owner/stacks');

describe('the server knows a workspace that is on no disk', () => {
  const places = new Places([REPOSITORY]);
  const inWorkspace = 'vscode-vfs://github/owner/stacks/web.yaml';
  const inServer = 'file:///owner/stacks/web.yaml';
  it('by the paths of its files', () => {
    const message = { params: { textDocument: { uri: inWorkspace } } };
    expect(places.toServer(message)).toEqual({ params: { textDocument: { uri: inServer } } });
    expect(places.fromServer(places.toServer(message))).toEqual(message);
  });
  it('also where an address is a key or an argument', () => {
    const edit = { result: { changes: { [inServer]: [] } }, arguments: [inServer] };
    expect(places.fromServer(edit)).toEqual({ result: { changes: { [inWorkspace]: [] } }, arguments: [inWorkspace] });
  });
  it('and leaves the texts of documents as they are', () => {
    const opened = { uri: inWorkspace, text: inWorkspace };
    expect(places.toServer(opened)).toEqual({ uri: inServer, text: inWorkspace });
    expect(places.fromServer([{ newText: inServer }])).toEqual([{ newText: inServer }]);
  });
});

it('files of several places are told apart by their paths', () => {
  const places = new Places([REPOSITORY, folder('vscode-remote://ssh/', '/home/me')]);
  expect(places.fromServer('file:///home/me/a.yaml')).toBe('vscode-remote://ssh/home/me/a.yaml');
  expect(places.fromServer('file:///owner/stacks/a.yaml')).toBe('vscode-vfs://github/owner/stacks/a.yaml');
});

it('addresses of files on a disk are the same for the server', () => {
  const message = { uri: 'file:///home/me/a.yaml' };
  expect(new Places([folder('file:///', '/home/me')]).toServer(message)).toBe(message);
});
