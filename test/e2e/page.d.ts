/** The state that the stand-in for the editor stores in the panel's page (scripts/panelPage.mjs). */
interface Window {
  /** Messages that the page has sent, in order. */
  sent: import('../../src/webview/protocol.schema').FromView[];
  run: Uint8Array<ArrayBuffer>;
  canvasTexts: WeakMap<HTMLCanvasElement, DrawnText[]>;
  acquireVsCodeApi: unknown;
}

/** A text on a canvas, in CSS pixels from its upper left corner. */
interface DrawnText {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
}
