// node test/e2e/shots.mjs
// The pictures of the documentation, in docs/images.
// node test/e2e/shots.mjs --tabs overview,risk [--themes dark,light] [--sizes wide,narrow] [--file flats.csv] [--target rent]
//                         [--method "Fit Three-Zone Ridge Regression…"] [--out test-results/shots] [--beside] [--page]
// Whatever one wants to look at. With --beside the file stands open beside the panel; with --page the picture is of the
// panel's page alone.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser } from './browser.mjs';
import { FIT, fitByMenu } from './menu.mjs';
import { openTab, panelPage, TABS, waitForFigures } from './panel.mjs';
import { root, sampleWorkspace } from './profile.mjs';
import { startVsCode } from './vscode.mjs';
import * as workbench from './workbench.mjs';

const SIZES = { wide: { width: 1600, height: 1000 }, narrow: { width: 790, height: 1000 } };
const THREE_ZONE = 'Fit Three-Zone Ridge Regression…';
const SIGN = 'Fit Kernel Sign Gradient Descent…';
const QUANTILE = 'Fit Kernel Quantile Regression…';
const FEATURES = 'Fit Ridge Regression on Random Features…';
const COMPONENTS = 'Fit Kernel Principal Components…';
const PAPER = { title: 'TKRR, figure 2: two descents over r', typed: 'two descents' };

const { values } = parseArgs({
  options: {
    tabs: { type: 'string' },
    themes: { type: 'string', default: Object.keys(workbench.THEMES).join(',') },
    sizes: { type: 'string', default: Object.keys(SIZES).join(',') },
    file: { type: 'string', default: 'fan-noise.csv' },
    target: { type: 'string', default: 'sound_level_db' },
    method: { type: 'string', default: FIT },
    out: { type: 'string' },
    beside: { type: 'boolean' },
    page: { type: 'boolean' },
  },
});
const list = (text) => text.split(',').map((part) => part.trim());
for (const [option, given, known] of /** @type {const} */ ([
  ['tabs', values.tabs ?? 'overview', TABS],
  ['themes', values.themes, workbench.THEMES],
  ['sizes', values.sizes, SIZES],
])) {
  assert.ok(
    list(given).every((name) => name in known),
    `--${option} takes ${Object.keys(known).join(', ')}`,
  );
}
const out = join(root, values.out ?? (values.tabs ? 'test-results/shots' : 'docs/images'));
mkdirSync(out, { recursive: true });

const files = sampleWorkspace();
const vscode = await startVsCode({ workspace: files.folder });
const browser = await startBrowser(SIZES.wide);
const { page } = browser;
try {
  await workbench.openWorkbench(page, vscode, values.file);
  if (values.tabs) await asked();
  else await documentation();
} catch (error) {
  await page.screenshot({ path: join(out, 'failure.png') });
  throw error;
} finally {
  await browser.stop();
  await vscode.stop();
  files.remove();
}

async function asked() {
  if (values.beside) await openFile(values.file);
  await fitFile(values.method, values.file, values.target);
  for (const size of list(values.sizes)) {
    await page.setViewportSize(SIZES[size]);
    for (const theme of list(values.themes)) {
      await workbench.useTheme(page, theme);
      for (const tab of list(values.tabs))
        await shoot(`${tab}-${theme}${size === 'wide' ? '' : `-${size}`}`, () => openTab(page, TABS[tab]));
    }
  }
}

async function documentation() {
  const tab = (name) => () => openTab(page, TABS[name]);
  await fitFile(FIT, 'fan-noise.csv', 'sound_level_db');
  await workbench.useTheme(page, 'dark');
  for (const name of ['overview', 'columns', 'spectrum', 'alignment']) await shoot(`${name}-dark`, tab(name));
  await page.setViewportSize(SIZES.narrow);
  await shoot('risk-dark-narrow', tab('risk'));
  await page.setViewportSize(SIZES.wide);
  await workbench.useTheme(page, 'light');
  for (const name of ['overview', 'risk']) await shoot(`${name}-light`, tab(name));
  for (const theme of ['hc-dark', 'hc-light']) {
    await workbench.useTheme(page, theme);
    await shoot(`overview-${theme}`, tab('overview'));
  }
  await workbench.useTheme(page, 'light');
  await closeEditors();
  await fitFile(FIT, 'leaves.csv', 'shrub');
  await shoot('classes-light', tab('overview'));
  await workbench.useTheme(page, 'dark');
  await closeEditors();
  await fitFile(THREE_ZONE, 'fan-noise.csv', 'sound_level_db');
  await shoot('risk-map-dark', async () => {
    await tab('risk')();
    const map = panelPage(page).locator('figure[data-figure=risk-map]');
    // Below the head of the page, which stays.
    await map.evaluate((figure) => window.scrollTo(0, window.scrollY + figure.getBoundingClientRect().top - 190));
  });
  await closeEditors();
  await fitFile(SIGN, 'gauge.csv', 'level_cm', false);
  await shoot('rows-dark', () => openTab(page, 'Rows'));
  await shoot('robust-fit-dark', tab('overview'));
  await workbench.useTheme(page, 'light');
  await closeEditors();
  await fitFile(QUANTILE, 'gauge.csv', 'level_cm', false);
  await shoot('quantiles-light', tab('overview'));
  await closeEditors();
  await fitFile(FEATURES, 'fan-noise.csv', 'sound_level_db');
  await shoot('features-light', tab('risk'));
  await workbench.useTheme(page, 'dark');
  await closeEditors();
  await fitComponents('shells.csv');
  await shoot('scores-dark', () => openTab(page, 'Scores'));
  await shoot('outliers-dark', () => openTab(page, 'Outliers'));
  await closeEditors();
  await workbench.runCommand(page, 'Kernelscope: Reproduce a Figure from the Papers…');
  await workbench.quickPickRows(page, 'Which one?');
  await workbench.pickByName(page, PAPER.title, PAPER.typed);
  await panelPage(page).locator('.reproduction').waitFor({ timeout: 60_000 });
  await shoot('reproduction-dark', () => waitForFigures(page));
  await closeEditors();
  await openFile('flats.csv');
  await fitFile(FIT, 'flats.csv', 'rent');
  await shoot('beside-dark', tab('overview'));
}

async function openFile(file) {
  await workbench.fileInExplorer(page, file).dblclick();
  await page.locator('.monaco-editor .view-line').first().waitFor();
}

async function closeEditors() {
  await workbench.runCommand(page, 'View: Close All Editors');
  await page.locator('iframe.webview').first().waitFor({ state: 'detached' });
}

/** A file of one feature leaves no columns to choose. */
async function fitFile(method, file, target, columns = true) {
  await fitByMenu(page, file, method);
  await workbench.quickPickRows(page, 'Which column should be predicted?');
  await workbench.pickByName(page, target);
  if (columns) {
    await workbench.quickPickRows(page, 'Which columns may it use to predict');
    await workbench.acceptQuickPick(page);
  }
  await waitForFigures(page);
}

async function fitComponents(file) {
  await fitByMenu(page, file, COMPONENTS);
  await workbench.quickPickRows(page, 'Which columns may it use?');
  await workbench.acceptQuickPick(page);
  await waitForFigures(page);
}

async function shoot(name, show) {
  await show();
  // Fonts, the focus ring of the click and the last animation frame settle.
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  const path = join(out, `${name}.png`);
  if (values.page) await panelPage(page).locator('body').screenshot({ path });
  else await page.screenshot({ path });
  console.log(path.slice(root.length + 1));
}
