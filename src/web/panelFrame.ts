const [dark, forced] = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));

/** Sets the classes by which the editor names its theme; its colours are in the page's style sheet. */
function theme(): void {
  const contrast = dark.matches ? 'vscode-high-contrast' : 'vscode-high-contrast vscode-high-contrast-light';
  document.body.className = forced.matches ? contrast : dark.matches ? 'vscode-dark' : 'vscode-light';
}

/**
 * Run in the panel's page before its own script: the page around it takes the place of the editor, and is asked again
 * after a reload.
 */
Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => parent.postMessage(message, '*'),
    getState() {},
    setState() {},
  }),
});
theme();
for (const query of [dark, forced]) query.addEventListener('change', theme);
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  parent.postMessage({ dropped: event.dataTransfer?.files[0] }, '*');
});
