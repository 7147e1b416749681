import type { WebviewPanel } from 'vscode';

/** A frame in place of the editor's panel. It reaches the page around it only by messages, which `hear` passes on. */
export function demoFrame(
  place: HTMLElement,
  name: string,
  hear: (message: unknown, receive: (message: unknown) => void) => void,
): WebviewPanel {
  const frame = document.createElement('iframe');
  frame.title = `Results of ${name}`;
  frame.sandbox.add('allow-scripts');
  frame.src = 'panel.html';
  const nothing = { dispose() {} };
  const closed = new AbortController();
  let receive: (message: unknown) => void = () => {};
  const listen = ({ source, data }: MessageEvent<unknown>) => source === frame.contentWindow && hear(data, receive);
  addEventListener('message', listen, { signal: closed.signal });
  place.replaceChildren(frame);
  const webview = {
    asWebviewUri: String,
    onDidReceiveMessage(listener: typeof receive) {
      receive = listener;
      return nothing;
    },
    postMessage: async (message: unknown) => frame.contentWindow?.postMessage(message, '*'),
  };
  const view = {
    title: name,
    visible: true,
    webview,
    onDidDispose: (listener: () => void) => closed.signal.addEventListener('abort', listener),
    onDidChangeViewState: () => nothing,
    dispose() {
      frame.remove();
      closed.abort();
    },
  };
  return view as never;
}

export function download(name: string, bytes: Uint8Array): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
