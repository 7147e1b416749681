// node test/e2e/shots.mjs [--tabs overview,risk] [--themes dark,light] [--sizes wide,narrow] [--file flats.csv]
//                         [--target rent] [--out docs/images] [--beside] [--page]
// Pictures of the real panel in a real VS Code, for the documentation and for looking at. With --beside the file stands
// open beside the panel; with --page the picture is of the panel's page alone.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser } from './browser.mjs';
import { openTab, panelPage, TABS, waitForFigures } from './panel.mjs';
import { root, sampleWorkspace } from './profile.mjs';
import { startVsCode } from './vscode.mjs';
import * as workbench from './workbench.mjs';

const SIZES = { wide: { width: 1600, height: 1000 }, narrow: { width: 790, height: 1000 } };
const { values } = parseArgs({
  options: {
    tabs: { type: 'string', default: Object.keys(TABS).join(',') },
    themes: { type: 'string', default: Object.keys(workbench.THEMES).join(',') },
    sizes: { type: 'string', default: Object.keys(SIZES).join(',') },
    file: { type: 'string', default: 'fan-noise.csv' },
    target: { type: 'string', default: 'sound_level_db' },
    out: { type: 'string', default: 'docs/images' },
    beside: { type: 'boolean' },
    page: { type: 'boolean' },
  },
});
const list = (text) => text.split(',').map((part) => part.trim());
for (const [option, known] of [
  ['tabs', TABS],
  ['themes', workbench.THEMES],
  ['sizes', SIZES],
]) {
  assert.ok(
    list(values[option]).every((name) => name in known),
    `--${option} takes ${Object.keys(known).join(', ')}`,
  );
}
const out = join(root, values.out);
mkdirSync(out, { recursive: true });

const files = sampleWorkspace();
const vscode = await startVsCode({ workspace: files.folder });
const browser = await startBrowser(SIZES.wide);
const { page } = browser;
try {
  await workbench.openWorkbench(page, vscode, values.file);
  if (values.beside) {
    await workbench.fileInExplorer(page, values.file).dblclick();
    await page.locator('.monaco-editor .view-line').first().waitFor();
  }
  await workbench.openSubmenu(page, values.file, 'Kernelscope');
  await workbench.chooseInMenu(page, 'Fit Kernel Ridge Regression…');
  await workbench.quickPickRows(page, 'Which column should be predicted?');
  await workbench.pickByName(page, values.target);
  await workbench.quickPickRows(page, 'Columns to predict');
  await workbench.acceptQuickPick(page);
  await waitForFigures(page);
  for (const size of list(values.sizes)) {
    await page.setViewportSize(SIZES[size]);
    for (const theme of list(values.themes)) {
      await workbench.useTheme(page, theme);
      for (const tab of list(values.tabs)) await shoot(tab, `${tab}-${theme}${size === 'wide' ? '' : `-${size}`}.png`);
    }
  }
} catch (error) {
  await page.screenshot({ path: join(out, 'failure.png') });
  throw error;
} finally {
  await browser.stop();
  await vscode.stop();
  files.remove();
}

async function shoot(tab, name) {
  await openTab(page, TABS[tab]);
  // Fonts, the focus ring of the click and the last animation frame settle.
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  const path = join(out, name);
  if (values.page) await panelPage(page).locator('body').screenshot({ path });
  else await page.screenshot({ path });
  console.log(path.slice(root.length + 1));
}
