import { type Disposable, EventEmitter, lm, McpStdioServerDefinition, Uri, workspace } from 'vscode';
import { shareSettings } from '../doors/runs/history';
import { version } from '../engine/machine/version';
import { ownDefaults } from './fit/userSettings';
import { EXTENSION_NAME, MCP_PROVIDER, SETTING } from './ids';
import type { Services } from './services';

const foldersOnDisk = () => (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');

/**
 * The server for language models that is bundled with the extension, for the folders of this workspace, with the
 * history of its runs. Nothing is offered without a folder, or in a workspace that is not trusted.
 */
export function mcpServers(extensionUri: Uri, history: string): McpStdioServerDefinition[] {
  const folders = foldersOnDisk();
  if (!workspace.isTrusted || folders.length === 0) return [];
  const script = Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath;
  const args = [script, 'mcp', '--history', history, ...folders.map(({ uri }) => uri.fsPath)];
  // The editor's own program runs a script only if this makes it behave as node.
  return [new McpStdioServerDefinition(EXTENSION_NAME, process.execPath, args, { ELECTRON_RUN_AS_NODE: '1' }, version)];
}

/**
 * Writes the person's settings beside the runs before a server starts, and whenever they change afterwards. Editors
 * that are derived from VS Code may lack this part of its API.
 */
export function offerMcpServers(
  extensionUri: Uri,
  { store, remembered, log }: Pick<Services, 'store' | 'remembered' | 'log'>,
): readonly Disposable[] {
  if (typeof lm.registerMcpServerDefinitionProvider !== 'function') return [];
  const changed = new EventEmitter<void>();
  let started = false;
  const share = async () => {
    const [folder] = foldersOnDisk();
    if (!started || !folder) return;
    const settings = { defaults: ownDefaults(folder.uri), readings: remembered.readings() };
    await shareSettings(store.folder, settings).catch((error: unknown) =>
      log.error(`settings for the server: ${error}`),
    );
  };
  remembered.watch(() => void share());
  return [
    changed,
    workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SETTING.defaults)) void share();
    }),
    lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => mcpServers(extensionUri, store.folder),
      async resolveMcpServerDefinition(server) {
        started = true;
        await share();
        return server;
      },
    }),
  ];
}
