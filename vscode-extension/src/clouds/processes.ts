import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Outcome, Program, Programs } from './program';

export const PROGRAMS: Programs = { run, withFile };

function run(
  program: Program,
  args: readonly string[],
  { cwd, signal }: { cwd: string; signal?: AbortSignal },
): Promise<Outcome> {
  return new Promise((resolve) => {
    // Safe path: what lies in the workspace must not be imported by the program's Python.
    const env = { ...process.env, PYTHONSAFEPATH: '1', PYTHONUTF8: '1', NO_COLOR: '1' };
    const child = spawn(program.command, [...program.args, ...args], {
      cwd,
      env,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const read = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => (read[name] += text));
    }
    child.on('error', ({ message }) => {
      resolve({ code: null, stdout: read.stdout, stderr: read.stderr || message });
    });
    child.on('close', (code) => {
      resolve({ code, ...read });
    });
  });
}

async function withFile<T>(name: string, text: string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hotlint-')); // its mode is 0700
  try {
    const file = path.join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
