import * as vscode from 'vscode';

/** The little of the Python extension's API that is needed here. */
interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

async function pythonApi(): Promise<PythonApi | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>('ms-python.python');
  if (extension === undefined) {
    return undefined;
  }
  try {
    return await extension.activate();
  } catch {
    return undefined; // its trouble is not ours: the server may still be on PATH
  }
}

/** The interpreter selected in the Python extension, as a path; undefined without that extension or a selection. */
export async function selectedInterpreter(resource: vscode.Uri | undefined): Promise<string | undefined> {
  const environments = (await pythonApi())?.environments;
  if (environments === undefined) {
    return undefined;
  }
  try {
    const active = environments.getActiveEnvironmentPath(resource);
    return (await environments.resolveEnvironment(active))?.executable.uri?.fsPath;
  } catch {
    return undefined;
  }
}

/** Calls back when another interpreter is selected; does nothing without the Python extension. */
export async function onInterpreterChanged(callback: () => void): Promise<vscode.Disposable> {
  const environments = (await pythonApi())?.environments;
  return environments?.onDidChangeActiveEnvironmentPath(callback) ?? new vscode.Disposable(() => undefined);
}
