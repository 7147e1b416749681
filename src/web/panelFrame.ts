/** A file that was dropped on the panel, for the page around it. */
export interface Dropped {
  readonly dropped: File;
}

const DARK = matchMedia('(prefers-color-scheme: dark)');
const FORCED = matchMedia('(forced-colors: active)');

/** What the editor says of its theme; its colours are in the page's style sheet. */
function theme(): void {
  const light = FORCED.matches ? 'vscode-high-contrast vscode-high-contrast-light' : 'vscode-light';
  const dark = FORCED.matches ? 'vscode-high-contrast' : 'vscode-dark';
  document.body.className = DARK.matches ? dark : light;
}

let state: unknown;
/** In the panel's page, before its own script: the page around it in the place of the editor. */
Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => parent.postMessage(message, '*'),
    getState: () => state,
    setState: (next: unknown) => {
      state = next;
    },
  }),
});
theme();
for (const query of [DARK, FORCED]) query.addEventListener('change', theme);
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const dropped = event.dataTransfer?.files[0];
  if (dropped) parent.postMessage({ dropped } satisfies Dropped, '*');
});
