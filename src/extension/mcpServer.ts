import { type Disposable, EventEmitter, lm, McpStdioServerDefinition, Uri, workspace } from 'vscode';
import { version } from '../engine/machine/version';
import { MCP_PROVIDER, NAME } from './ids';

/**
 * The server for language models that comes with the extension, for the folders of this workspace. Nothing is offered without a folder, and nothing
 * in a workspace that is not trusted.
 */
export function mcpServers(extensionUri: Uri): McpStdioServerDefinition[] {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (!workspace.isTrusted || folders.length === 0) return [];
  const script = Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath;
  const args = [script, 'mcp', ...folders.map(({ uri }) => uri.fsPath)];
  // The editor's own program runs a script only where it is told to be node.
  return [new McpStdioServerDefinition(NAME, process.execPath, args, { ELECTRON_RUN_AS_NODE: '1' }, version)];
}

/** Editors that are made from VS Code may lack this part of it. */
export function offerMcpServers(extensionUri: Uri): readonly Disposable[] {
  if (typeof lm.registerMcpServerDefinitionProvider !== 'function') return [];
  const changed = new EventEmitter<void>();
  return [
    changed,
    workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => mcpServers(extensionUri),
    }),
  ];
}
