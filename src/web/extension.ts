import * as vscode from 'vscode';
import { onWeb } from '../platform/web';
import { Bundles } from './bundles';
import { startEngine } from './startEngine';

/**
 * The start of the extension in an editor that runs only in a browser: the same bundles as on a machine, with the
 * browser's platform in place of node.
 */
export async function activate(context: vscode.ExtensionContext): Promise<unknown> {
  const read = async (bundle: string) => {
    const file = vscode.Uri.joinPath(context.extensionUri, 'dist', `${bundle}.js`);
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  };
  Object.assign(globalThis, { kernelscopePlatform: { ...onWeb, startEngine: () => startEngine(read) } });
  const bundles = new Bundles(read, { vscode });
  await bundles.load('extension');
  const extension = bundles.require('./extension.js') as { activate(context: vscode.ExtensionContext): unknown };
  return extension.activate(context);
}
