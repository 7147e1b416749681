// The extension where a browser alone runs it: in the web-worker extension host of a VS Code, read from an address as from a marketplace.
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vsCodeServer } from '../host/install.mjs';
import { root } from './profile.mjs';

/** Among the files that VS Code's server hands to every page. */
const NAME = 'kernelscope-of-tests';
/** The parts of the package that a browser reads. */
const PACKAGED = ['package.json', 'package.nls.json', 'package.nls.de.json', 'dist', 'l10n', 'media', 'samples'];

/**
 * Lets the workbenches of a context take the extension from an address of their server.
 * @param {import('@playwright/test').BrowserContext} context
 */
export async function takeExtension(context) {
  const folder = join(dirname(dirname(vsCodeServer)), NAME);
  rmSync(folder, { recursive: true, force: true });
  // Not a link: whoever lists the folders of tests would follow it in circles.
  for (const name of PACKAGED) cpSync(join(root, name), join(folder, name), { recursive: true });
  await context.addInitScript((name) => {
    const { getAttribute } = Element.prototype;
    Element.prototype.getAttribute = function (attribute) {
      const value = getAttribute.call(this, attribute);
      if (this.id !== 'vscode-workbench-web-configuration' || value === null) return value;
      const base = document.getElementById('vscode-workbench-web-base-url')?.dataset.settings;
      const { host, pathname } = new URL(`${base}/${name}`, location.href);
      const extension = { $mid: 1, scheme: location.protocol.slice(0, -1), authority: host, path: pathname };
      return JSON.stringify({ ...JSON.parse(value), additionalBuiltinExtensions: [extension] });
    };
  }, NAME);
}
