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

/** Runs programs, on a machine where that can be done. */
export interface Programs {
  /** Runs a program in a folder until it ends or is cancelled. Never throws: a program that is not there has no exit code. */
  run(program: Program, args: readonly string[], options: { cwd: string; signal?: AbortSignal }): Promise<Outcome>;
  /** Calls with the path of a file that nobody else can read, and that is gone afterwards. */
  withFile<T>(name: string, text: string, use: (path: string) => Promise<T>): Promise<T>;
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
