import type { ToView } from './protocol';
import type { CompareState, FromView, InspectState, ViewState } from './protocol.schema';

interface VsCodeApi {
  postMessage(message: FromView): void;
  getState(): unknown;
  setState(state: ViewState | CompareState | InspectState): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The page's end of the line to the extension. There is one per page: the editor hands its api out only once. */
export class Host {
  private readonly api = acquireVsCodeApi();

  post(message: FromView): void {
    this.api.postMessage(message);
  }

  /** The same for a comparison. */
  rememberComparison(view: CompareState): void {
    this.api.setState(view);
    this.api.postMessage({ type: 'compareState', view });
  }

  /** And for a file's data. */
  rememberInspection(view: InspectState): void {
    this.api.setState(view);
    this.api.postMessage({ type: 'inspectState', view });
  }

  /** Kept by the editor over a reload of the page, and handed to the extension when the window starts again. */
  remember(view: ViewState): void {
    this.api.setState(view);
    this.api.postMessage({ type: 'state', view });
  }

  listen(receive: (message: ToView) => void): void {
    window.addEventListener('message', (event: MessageEvent<ToView>) => {
      if (typeof event.data === 'object' && event.data !== null && 'type' in event.data) receive(event.data);
    });
  }
}
