import { commands, Uri } from 'vscode';

/** A part of a document that comes along, "methods.md#kernels", in the editor's own preview: nothing is asked of the network. */
export async function openDocs(extensionUri: Uri, anchor: string): Promise<void> {
  const [file, fragment] = anchor.split('#');
  await commands.executeCommand('markdown.showPreview', Uri.joinPath(extensionUri, 'docs', file).with({ fragment }));
}
