// What the extension is made of, on a desktop and in a browser.
import * as vscode from 'vscode';
import { Clouds } from './clouds/clouds';
import { EventFollower } from './clouds/events';
import { FAILURE, PLAN, StackAnswers } from './clouds/stack-answers';
import { showCloud } from './clouds/select';
import { registerCommands } from './commands';
import { registerDeployments } from './deployments/commands';
import { Deployments } from './deployments/view';
import { Environments } from './environments';
import { Explain } from './explain';
import { indentPasted } from './paste';
import { PreviewPanel } from './preview/panel';
import { PreviewChanged } from './protocol';
import { isHeat, languageOf } from './detection';
import { schemes, Server, yamlDocuments } from './server/client';
import { ServerMessages } from './server/messages';
import type { Host } from './server/host';
import { offerSnippets } from './snippets';
import { showStatus } from './status';
import { Testing } from './testing';

/** Puts the parts together, and gives the server, which starts when a document wants it. */
export function assemble(context: vscode.ExtensionContext, host: Host, log: vscode.LogOutputChannel): Server {
  const version = (context.extension.packageJSON as { version: string }).version;
  const running = new Server(version, host, log);
  const environments = new Environments(running, context.workspaceState);
  const clouds = new Clouds(running, host.programs);
  const preview = new PreviewPanel(
    context.extensionUri,
    running,
    environments,
    new StackAnswers(clouds, context.workspaceState, PLAN),
    new StackAnswers(clouds, context.workspaceState, FAILURE),
  );
  const events = new EventFollower(running, clouds);
  const deployments = new Deployments(running);
  const explain = new Explain(running, context.globalStorageUri);
  context.subscriptions.push(
    log,
    running,
    environments,
    events,
    preview,
    new ServerMessages(running),
    new Testing(running),
    showStatus(running),
    showCloud(yamlDocuments()),
    deployments,
    registerDeployments(running, preview, deployments),
    offerSnippets(),
    indentPasted(),
    registerCommands({ server: running, install: host.install, preview, environments, explain, clouds, events }),
    running.onDidStart((client) => {
      client.onNotification(PreviewChanged, ({ uri }) => {
        preview.changed(uri);
      });
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => (running.wasAsked ? running.restart() : undefined)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (running.wasAsked && event.affectsConfiguration('hotlint.path')) {
        void running.restart(true);
      }
    }),
  );
  startWhenNeeded(context, running, host);
  return running;
}

/** Starts the server with the first template or environment; other YAML is ignored. */
function startWhenNeeded(context: vscode.ExtensionContext, running: Server, host: Host): void {
  const languages = new Set<string>();
  const look = (document: vscode.TextDocument) => {
    const language = schemes().includes(document.uri.scheme) ? languageOf(document) : undefined;
    if (language !== undefined && !languages.has(document.uri.toString())) {
      languages.add(document.uri.toString()); // once: who chooses another language means it
      void vscode.languages.setTextDocumentLanguage(document, language);
      return; // it is opened anew
    }
    if (!running.wasAsked && isHeat(document)) {
      void running.restart();
      void restartWithInterpreter(context, running, host);
    }
  };
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      look(document);
    }),
  );
  vscode.workspace.textDocuments.forEach(look);
}

async function restartWithInterpreter(context: vscode.ExtensionContext, running: Server, host: Host): Promise<void> {
  const listener = await host.onInterpreterChanged(() => {
    const { status } = running;
    // A server that the setting names does not depend on the interpreter.
    if (!(status.state === 'running' && status.command.origin === 'setting')) {
      void running.restart();
    }
  });
  context.subscriptions.push(listener);
}
