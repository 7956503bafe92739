import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { selectedInterpreter } from './python';
import type { Server } from './client';

/** Asks for an interpreter, lets pip install the server into it in a visible terminal, and starts it. */
export async function installServer(server: Server): Promise<void> {
  const interpreter = await chooseInterpreter();
  if (interpreter === undefined) {
    return;
  }
  const code = await run(interpreter, ['-m', 'pip', 'install', '--upgrade', server.requirement]);
  if (code !== 0) {
    void vscode.window.showErrorMessage(
      `hotlint: pip could not install the server into ${interpreter}. Its terminal tells why.`,
    );
    return;
  }
  await server.restart();
  if (server.running === undefined) {
    // Installed where the search does not look: remember the place, for this user and not for the workspace.
    const script = path.join(path.dirname(interpreter), process.platform === 'win32' ? 'hotlint.exe' : 'hotlint');
    await vscode.workspace.getConfiguration('hotlint').update('path', script, vscode.ConfigurationTarget.Global);
    await server.restart();
  }
}

interface Choice extends vscode.QuickPickItem {
  interpreter?: string;
}

async function chooseInterpreter(): Promise<string | undefined> {
  const choices: Choice[] = [...(await interpreters()).map(({ label, file }) => choice(label, file))];
  choices.push({ label: '$(folder-opened) Browse…', description: 'choose a Python interpreter' });
  const picked = await vscode.window.showQuickPick(choices, {
    title: 'hotlint: install the server',
    placeHolder: 'Python interpreter (3.11 or newer) to install the server into',
  });
  if (picked === undefined || picked.interpreter !== undefined) {
    return picked?.interpreter;
  }
  const chosen = await vscode.window.showOpenDialog({ title: 'Python interpreter', canSelectMany: false });
  return chosen?.[0]?.fsPath;
}

function choice(label: string, interpreter: string): Choice {
  return { label, description: interpreter, interpreter };
}

async function interpreters(): Promise<{ label: string; file: string }[]> {
  const windows = process.platform === 'win32';
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  const found: { label: string; file: string }[] = [];
  const offer = (label: string, file: string) => {
    if (!found.some((other) => other.file === file)) {
      found.push({ label, file });
    }
  };
  // Without trust nothing that lies in the workspace is run, and that holds for its interpreters too.
  const selected = vscode.workspace.isTrusted ? await selectedInterpreter(folders[0]) : undefined;
  if (selected !== undefined) {
    offer('Selected Python environment', selected);
  }
  for (const folder of vscode.workspace.isTrusted ? folders : []) {
    for (const name of ['.venv', 'venv']) {
      const file = path.join(folder.fsPath, name, windows ? 'Scripts/python.exe' : 'bin/python');
      if (await exists(file)) {
        offer(`Environment ${name} of the workspace`, file);
      }
    }
  }
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter).filter((entry) => path.isAbsolute(entry))) {
    const file = path.join(folder, windows ? 'python.exe' : 'python3');
    if (await exists(file)) {
      offer('Python on PATH', file);
    }
  }
  return found;
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a program as a task, so that its output is seen; gives the exit code. */
async function run(program: string, args: string[]): Promise<number | undefined> {
  const task = new vscode.Task(
    { type: 'hotlint-install' },
    vscode.TaskScope.Workspace,
    'install hotlint',
    'hotlint',
    new vscode.ProcessExecution(program, args),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true };
  const ended = new Promise<number | undefined>((resolve) => {
    const listener = vscode.tasks.onDidEndTaskProcess((event) => {
      if (event.execution.task.name === task.name && event.execution.task.source === task.source) {
        listener.dispose();
        resolve(event.exitCode);
      }
    });
  });
  await vscode.tasks.executeTask(task);
  return ended;
}
