const [dark, forced] = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));

/** What the editor says of its theme; its colours are in the page's style sheet. */
function theme(): void {
  const contrast = dark.matches ? 'vscode-high-contrast' : 'vscode-high-contrast vscode-high-contrast-light';
  document.body.className = forced.matches ? contrast : dark.matches ? 'vscode-dark' : 'vscode-light';
}

/** In the panel's page, before its own script: the page around it in the place of the editor, which is asked again after a reload. */
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
