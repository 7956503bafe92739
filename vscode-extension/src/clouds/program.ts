import { spawn } from 'node:child_process';

/** How the program `hotlint` is called: what starts its server, without the word `server`. */
export interface Program {
  command: string;
  args: readonly string[];
}

export interface Outcome {
  /** The exit code; null for a program that could not be started, or was stopped. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the program in a folder until it ends or is cancelled. Never throws: a program that is not there has no exit code. */
export function run(
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

/** The program that a server is started with: what its command line has before `server`. */
export function programOf({ command, args }: { command: string; args: readonly string[] }): Program {
  return { command, args: args.at(-1) === 'server' ? args.slice(0, -1) : args };
}

/** What a failed run says to users: its message without the program's name, or that there is none. */
export function failure({ code, stderr }: Outcome): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const said = lines.find((line) => /^hotlint: (?!warning)/.test(line)) ?? lines.at(-1);
  return said?.replace(/^hotlint: (?:error: )?/, '') ?? `hotlint ended with exit code ${String(code)}`;
}
