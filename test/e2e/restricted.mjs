// node test/e2e/restricted.mjs
// A workspace of two folders that nobody has trusted: the extension works there, and takes the file that was clicked.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startBrowser } from './browser.mjs';
import { panelPage, waitForFigures } from './panel.mjs';
import { root, sampleWorkspace } from './profile.mjs';
import { finish, runSteps } from './steps.mjs';
import { startVsCode } from './vscode.mjs';
import { acceptQuickPick, chooseInMenu, openSubmenu, quickPickRows } from './workbench.mjs';

const files = sampleWorkspace();
const parent = dirname(files.folder);
mkdirSync(join(parent, 'second'));
const rows = Array.from({ length: 40 }, (_, i) => `${i},${Math.sin(i / 6).toFixed(4)}`);
writeFileSync(join(parent, 'second/tide.csv'), ['hour,height', ...rows, ''].join('\n'));
const workspace = join(parent, 'two.code-workspace');
writeFileSync(workspace, JSON.stringify({ folders: [{ path: 'samples' }, { path: 'second' }] }));

const settings = { 'security.workspace.trust.startupPrompt': 'never', 'explorer.autoReveal': false };
const vscode = await startVsCode({ workspace, settings, restricted: true });
const browser = await startBrowser();
const { page } = browser;
const steps = [
  {
    name: 'the window is in Restricted Mode and shows both folders',
    async run() {
      await page.goto(vscode.address());
      // Its banner pushes the explorer down, so it comes before the click.
      await page.getByText('Restricted Mode').first().waitFor({ timeout: 60_000 });
      const second = page.getByRole('treeitem', { name: 'second', exact: true });
      await second.click();
      // A click toggles, and a folder that VS Code has only just listed may miss it; this key only opens.
      if ((await second.getAttribute('aria-expanded')) !== 'true') await second.press('ArrowRight');
      await page.getByRole('treeitem', { name: 'tide.csv', exact: true }).waitFor();
    },
  },
  {
    name: 'a file of the second folder is fitted by right-click',
    async run() {
      await openSubmenu(page, 'tide.csv', 'Kernelscope');
      await chooseInMenu(page, 'Fit Kernel Ridge Regression…');
      const [first] = await quickPickRows(page, 'Which column should be predicted?');
      assert.match(first, /height/);
      await acceptQuickPick(page);
      await quickPickRows(page, 'Columns to predict height from');
      await acceptQuickPick(page);
      await waitForFigures(page);
      await panelPage(page).getByText('tide.csv').first().waitFor();
    },
  },
];
try {
  finish(
    await runSteps('A restricted workspace of two folders', steps, async () => {
      const out = join(root, 'test-results/restricted');
      mkdirSync(out, { recursive: true });
      await page.screenshot({ path: join(out, 'failure.png') });
    }),
  );
} finally {
  await browser.stop();
  await vscode.stop();
  files.remove();
}
