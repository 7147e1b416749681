import { Uri, type WebviewOptions, type WebviewPanel, type WebviewPanelOptions } from 'vscode';
import { pageHtml } from '../../webview/page';
import type { ToView } from '../../webview/protocol';

/**
 * The permissions of a panel: to run scripts, to be searched, and to read only files of the extension. A hidden page is
 * discarded, with its memory, and asks again when it returns.
 */
export const pageOptions = (extensionUri: Uri): WebviewPanelOptions & WebviewOptions => ({
  enableScripts: true,
  retainContextWhenHidden: false,
  enableFindWidget: true,
  localResourceRoots: ['dist', 'media'].map((folder) => Uri.joinPath(extensionUri, folder)),
});

/** A page whose script comes in addition to that of runs. */
export type OtherPage = 'comparison' | 'inspection';

interface Served {
  readonly title: string;
  /** Its only script; if omitted, the scripts of a run. */
  readonly script?: 'start.js';
  /** A file in `dist` or `media`. */
  readonly style?: readonly [folder: 'dist' | 'media', name: string];
  readonly page?: OtherPage | undefined;
}

/**
 * Gives a panel its icon and its page. Listeners must be added before: the page sends messages as soon as it is loaded.
 */
export function servePage(view: WebviewPanel, extensionUri: Uri, { title, script, style, page }: Served): void {
  const file = (...path: string[]) => Uri.joinPath(extensionUri, ...path);
  const address = (...path: string[]) => String(view.webview.asWebviewUri(file(...path)));
  const scripts = script ? [script] : ['figures.js', 'moreFigures.js', 'webview.js', ...(page ? [`${page}.js`] : [])];
  view.iconPath = { light: file('media', 'panel-light.svg'), dark: file('media', 'panel-dark.svg') };
  view.webview.html = pageHtml({
    cspSource: view.webview.cspSource,
    nonce: crypto.randomUUID(),
    scriptUris: scripts.map((name) => address('dist', name)),
    other: page,
    styleUri: address(...(style ?? ['dist', 'panel.css'])),
    title,
  });
}

/**
 * Posts a message. A closed panel's webview throws, and a panel that closes meanwhile rejects; both are ignored, as
 * nobody is left to receive it.
 */
export async function postTo(view: WebviewPanel, message: ToView): Promise<void> {
  try {
    await view.webview.postMessage(message);
  } catch {}
}
