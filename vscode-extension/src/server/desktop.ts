// The host on a desktop, or on the machine of a remote window: programs can be run there.
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { LanguageClientOptions as BaseOptions } from 'vscode-languageclient';
import { LanguageClient } from 'vscode-languageclient/node';
import { PROGRAMS } from '../clouds/processes';
import type { FromWorker } from '../worker/messages';
import { findServer, type Discovery, type ServerCommandLine } from './discovery';
import { IN_WORKER, type Host } from './host';
import { PACKAGES_FILE, startInWorker, type ServerWorker } from './in-worker';
import { installServer } from './install';
import { onInterpreterChanged, selectedInterpreter } from './python';

/** Megabytes of the stack of a worker: deep YAML takes more than Node.js gives by itself. */
const STACK = 60;

/** The host for the extension. */
export function desktop(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Host {
  const inExtension = (name: string) => path.join(context.extensionPath, 'dist', name);
  return {
    async find(): Promise<Discovery> {
      const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
      if (folders.length > 0 && folders.every(({ scheme }) => scheme !== 'file')) {
        return { found: IN_WORKER }; // a program sees nothing of such a workspace
      }
      const discovery = await findServer({
        setting: vscode.workspace.getConfiguration('hotlint', folders[0]).get<string>('path', ''),
        workspaceFolder: folders[0]?.fsPath,
        workspaceFolders: folders.map((uri) => uri.fsPath),
        interpreter: await selectedInterpreter(folders[0]),
        trusted: vscode.workspace.isTrusted,
        environment: process.env,
        platform: process.platform,
        bundle: inExtension('hotlint.pyz'),
        runsBundle,
        isExecutable,
      });
      if (discovery.found === undefined && discovery.missingSetting === undefined) {
        log.info(`no Python 3.11 or newer found; looked for ${discovery.tried.join(', ')}`);
        return { found: IN_WORKER };
      }
      return discovery;
    },
    client(found: ServerCommandLine, options: BaseOptions, said: (line: string) => void): LanguageClient {
      const { command, args } = found;
      // Safe path: what lies in the workspace must not be imported by the server's Python.
      const env = { ...process.env, PYTHONSAFEPATH: '1', PYTHONUTF8: '1' };
      const start = async () => {
        const packages = await readFile(inExtension(PACKAGES_FILE));
        const worker = new Worker(inExtension('worker-node.js'), { resourceLimits: { stackSizeMb: STACK } });
        const memory = path.join(context.globalStorageUri.fsPath, 'worker');
        return startInWorker(ofNode(worker), { packages, pyodide: inExtension('pyodide'), memory }, log);
      };
      const server = found === IN_WORKER ? start : { command, args, options: { env } };
      const stdioOptions = {
        stdout: logged((line) => {
          log.info(line);
        }),
        stderr: logged((line) => {
          log.error(line);
          said(line);
        }),
      };
      return new LanguageClient('hotlint', 'hotlint', server, { ...options, stdioOptions });
    },
    programs: PROGRAMS,
    install: installServer,
    onInterpreterChanged,
  };
}

function logged(take: (line: string) => void): (stream: Readable) => void {
  return (stream) => {
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', take);
  };
}

function ofNode(worker: Worker): ServerWorker {
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    listen: (onMessage, onEnd) => {
      worker.on('message', (message: FromWorker) => {
        onMessage(message);
      });
      worker.on('error', ({ message }) => {
        onEnd(message);
      });
      worker.on('exit', () => {
        onEnd('The worker of the server has ended.');
      });
    },
    terminate: () => void worker.terminate(),
  };
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, process.platform === 'win32' ? constants.F_OK : constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Whether an interpreter is Python 3.11 or newer: it is asked, without anything of the user's environment. */
function runsBundle(interpreter: string): Promise<boolean> {
  const question = 'import sys; sys.exit(sys.version_info < (3, 11))';
  return new Promise((resolve) => {
    execFile(interpreter, ['-I', '-S', '-c', question], { timeout: 5000 }, (error) => {
      resolve(error === null);
    });
  });
}
