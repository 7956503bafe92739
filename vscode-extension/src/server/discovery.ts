import * as path from 'node:path';

/** How to start a server, and where it was found. */
export interface ServerCommandLine {
  command: string;
  args: string[];
  origin: 'setting' | 'python' | 'workspace' | 'path' | 'bundle' | 'webassembly';
}

export interface Search {
  /** The setting `hotlint.path`; empty when it is not set. */
  setting: string;
  /** First folder of the workspace, for relative paths and `${workspaceFolder}`. */
  workspaceFolder: string | undefined;
  /** All folders of the workspace; environments in them are used in a trusted workspace only. */
  workspaceFolders: readonly string[];
  /** Interpreter that the Python extension has selected, where it is installed. */
  interpreter: string | undefined;
  /** Whether the user trusts the workspace: without trust nothing out of it is run. */
  trusted: boolean;
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** The file `hotlint.pyz` of this extension, which any Python from 3.11 on runs. */
  bundle: string;
  /** Whether an interpreter is new enough for `bundle`. */
  runsBundle(interpreter: string): Promise<boolean>;
  /** Whether a path is a file that can be run. */
  isExecutable(file: string): Promise<boolean>;
}

export type Discovery =
  | { found: ServerCommandLine }
  /** `missingSetting`: the setting names something that is not there, so nothing else was tried. */
  | { found: undefined; missingSetting?: string; tried: string[] };

/**
 * Finds the server: the setting, the Python environment of the workspace, PATH, then the one that comes with this extension, for the
 * first Python that runs it. A setting that leads nowhere is an error that is reported, and never skipped silently.
 */
export async function findServer(search: Search): Promise<Discovery> {
  if (search.setting.trim() !== '') {
    return fromSetting(search);
  }
  const tried: string[] = [];
  for (const candidate of candidates(search)) {
    tried.push(candidate.command);
    if (await search.isExecutable(candidate.command)) {
      return { found: candidate };
    }
  }
  for (const command of interpreters(search)) {
    tried.push(command);
    if ((await search.isExecutable(command)) && (await search.runsBundle(command))) {
      return { found: { command, args: ['-P', search.bundle, 'server'], origin: 'bundle' } };
    }
  }
  return { found: undefined, tried };
}

async function fromSetting(search: Search): Promise<Discovery> {
  const file = expand(search.setting.trim(), search);
  const named = isBareName(file) ? onPath(file, search) : [file];
  for (const command of named) {
    if (await search.isExecutable(command)) {
      const args = isInterpreter(command) ? ['-P', '-m', 'hotlint', 'server'] : ['server'];
      return { found: { command, args, origin: 'setting' } };
    }
  }
  return { found: undefined, missingSetting: file, tried: named };
}

/** Interpreters that may run the bundled server: those of the workspace, then those of the system, also when PATH does not have them. */
function interpreters(search: Search): string[] {
  const { trusted, interpreter, workspaceFolders, environment, platform } = search;
  const windows = platform === 'win32';
  const found = interpreter === undefined ? [] : [interpreter];
  for (const folder of trusted ? workspaceFolders : []) {
    found.push(
      ...['.venv', 'venv'].map((name) => path.join(folder, name, windows ? 'Scripts/python.exe' : 'bin/python')),
    );
  }
  found.push(...(windows ? ['python.exe', 'python3.exe'] : POSIX).flatMap((name) => onPath(name, search)));
  const home = environment['HOME'] ?? '';
  const local = environment['LOCALAPPDATA'] ?? '';
  if (windows) {
    const versions = NEW_ENOUGH.map((minor) => path.join(local, `Programs/Python/Python3${minor}`, 'python.exe'));
    found.push(...(local === '' ? [] : versions), path.join(environment['SystemRoot'] ?? 'C:\\Windows', 'py.exe'));
  } else {
    const folders = ['/usr/local/bin', '/opt/homebrew/bin', path.join(home, '.local/bin'), '/usr/bin'];
    found.push(...folders.flatMap((folder) => POSIX.map((name) => path.join(folder, name))));
  }
  // On macOS, python3 of /usr/bin is too old, and may open a window that asks to install tools.
  const wanted = platform === 'darwin' ? found.filter((file) => path.dirname(file) !== '/usr/bin') : found;
  return [...new Set(wanted)].filter((file) => trusted || !isInside(file, workspaceFolders));
}

const NEW_ENOUGH = ['14', '13', '12', '11'];
const POSIX = ['python3', ...NEW_ENOUGH.map((minor) => `python3.${minor}`)];

function candidates(search: Search): ServerCommandLine[] {
  const { trusted, interpreter, workspaceFolders } = search;
  const found: ServerCommandLine[] = [];
  if (interpreter !== undefined && (trusted || !isInside(interpreter, workspaceFolders))) {
    found.push({ command: beside(interpreter, search.platform), args: ['server'], origin: 'python' });
  }
  if (trusted) {
    for (const folder of workspaceFolders) {
      for (const name of ['.venv', 'venv']) {
        const bin = path.join(folder, name, search.platform === 'win32' ? 'Scripts' : 'bin');
        found.push({ command: path.join(bin, program(search.platform)), args: ['server'], origin: 'workspace' });
      }
    }
  }
  for (const command of onPath(program(search.platform), search)) {
    if (trusted || !isInside(command, workspaceFolders)) {
      found.push({ command, args: ['server'], origin: 'path' });
    }
  }
  return found;
}

function program(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'hotlint.exe' : 'hotlint';
}

/** The script `hotlint` that pip puts beside an interpreter (on Windows in the folder `Scripts` below it). */
function beside(interpreter: string, platform: NodeJS.Platform): string {
  const folder = path.dirname(interpreter);
  if (platform === 'win32' && path.basename(folder).toLowerCase() !== 'scripts') {
    return path.join(folder, 'Scripts', program(platform));
  }
  return path.join(folder, program(platform));
}

function onPath(name: string, search: Search): string[] {
  const separator = search.platform === 'win32' ? ';' : ':';
  const folders = (search.environment['PATH'] ?? search.environment['Path'] ?? '').split(separator);
  // A relative entry would be looked up in whatever folder is current: often the workspace itself.
  return folders.filter((folder) => path.isAbsolute(folder)).map((folder) => path.join(folder, name));
}

function expand(setting: string, search: Search): string {
  const home = search.environment['HOME'] ?? search.environment['USERPROFILE'] ?? '';
  let file = setting.replace(/^~(?=$|[\\/])/, home);
  file = file.replaceAll('${workspaceFolder}', search.workspaceFolder ?? '');
  file = file.replace(/\$\{env:([^}]+)\}/g, (_whole, name: string) => search.environment[name] ?? '');
  if (isBareName(file) || path.isAbsolute(file) || search.workspaceFolder === undefined) {
    return file;
  }
  return path.join(search.workspaceFolder, file);
}

function isBareName(file: string): boolean {
  return !file.includes('/') && !file.includes('\\');
}

function isInterpreter(file: string): boolean {
  return /^python[\d.]*(\.exe)?$/i.test(path.basename(file));
}

function isInside(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const relative = path.relative(folder, file);
    return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
  });
}
