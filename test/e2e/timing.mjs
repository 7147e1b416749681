// node test/e2e/timing.mjs FILE TARGET
// How long a person waits in a real window, from the right-click to drawn figures: with a new window (cold), the same file
// again, and at once after that (warm). Picks are taken as fast as VS Code shows them.
import { copyFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { startBrowser } from './browser.mjs';
import { FIT, fitByMenu } from './menu.mjs';
import { waitForFigures } from './panel.mjs';
import { sampleWorkspace } from './profile.mjs';
import { startVsCode } from './vscode.mjs';
import * as workbench from './workbench.mjs';

const [path, target] = process.argv.slice(2);
if (!path || !target) throw new Error('node test/e2e/timing.mjs FILE TARGET');
const file = basename(path);
const files = sampleWorkspace();
copyFileSync(resolve(path), join(files.folder, file));
const vscode = await startVsCode({ workspace: files.folder });
const browser = await startBrowser();
const { page } = browser;
try {
  await workbench.openWorkbench(page, vscode, file);
  // The menu is there once the extension host has reported the extension: not part of what is measured.
  await workbench.openSubmenu(page, file, 'Kernelscope');
  await page.keyboard.press('Escape');
  await workbench.closeMenu(page);
  for (const name of ['cold', 'again', 'warm']) {
    const began = performance.now();
    await fitByMenu(page, file, FIT);
    await workbench.quickPickRows(page, 'Which column should be predicted?');
    await workbench.pickByName(page, target);
    await workbench.quickPickRows(page, 'Which columns may it use to predict');
    const picked = performance.now();
    await workbench.acceptQuickPick(page);
    await waitForFigures(page);
    const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(2)} s`;
    console.log(
      `${name}: ${seconds(began)} from the right-click, ${seconds(picked)} from the last pick, to drawn figures`,
    );
    await workbench.runCommand(page, 'View: Close All Editors');
    await page.locator('iframe.webview').first().waitFor({ state: 'detached' });
  }
} finally {
  await browser.stop();
  await vscode.stop();
  files.remove();
}
