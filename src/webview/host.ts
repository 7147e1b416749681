import type { ToView } from './protocol';
import type { FromView } from './protocol.schema';

interface VsCodeApi {
  postMessage(message: FromView): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The page's end of the connection to the extension. There is one per page: the editor returns its API only once. */
export class Host {
  private readonly api = acquireVsCodeApi();

  post(message: FromView): void {
    this.api.postMessage(message);
  }

  /** Stored by the editor over a reload of the page, and returned to the extension when the window starts again. */
  remember(message: Extract<FromView, { readonly view: unknown }>): void {
    this.api.setState(message.view);
    this.post(message);
  }

  listen(receive: (message: ToView) => void): void {
    window.addEventListener('message', (event: MessageEvent<ToView>) => {
      if (typeof event.data === 'object' && event.data !== null && 'type' in event.data) receive(event.data);
    });
  }
}
