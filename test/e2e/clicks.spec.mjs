// A user's actions in a real VS Code window with the package installed, from the explorer to the figures and back after
// a reload.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hostNode } from '../host/install.mjs';
import { FIT, fitByMenu } from './menu.mjs';
import {
  dragSlider,
  drawn,
  figures,
  moveSlider,
  openTab,
  panelInFront,
  selectedTab,
  sliderValue,
  sums,
  TABS,
  waitForFigures,
} from './panel.mjs';
import { cleanEnd, fitFromPicks, say, test } from './window.mjs';
import {
  closeEditors,
  closeMenu,
  contextMenuHas,
  fileInExplorer,
  openFile,
  openSubmenu,
  quickInput,
  quickPickRows,
  runCommand,
  showView,
  THEMES,
  useTheme,
  waitUntilSaved,
  watchNotification,
} from './workbench.mjs';

const FILE = 'fan-noise.csv';
const TARGET = 'sound_level_db';
/** The view seen last, which VS Code keeps first: a lambda of a few millionths and less is written with an exponent. */
const SMALLEST_LAMBDA_ON_SPECTRUM = /views":\[\{"runId":"[^"]*","tab":"spectrum","filter":\{[^}]*"lambda":[\d.]+e-/;
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

async function fitTarget(page) {
  await fitByMenu(page, FILE, FIT);
  return fitFromPicks(page, TARGET);
}

/** The panel that the tests before have left, or a new one. */
async function results(page) {
  if (!(await panelInFront(page))) await fitTarget(page);
}

/** The same with lambda somewhere else than where it was fitted. */
async function movedResults(page) {
  if (await panelInFront(page)) return;
  await fitTarget(page);
  await openTab(page, 'Excess risk');
  await moveSlider(page, 'ArrowRight', 5);
}

test.use({ kind: 'packed' });

test('the explorer shows the samples', async ({ page }) => {
  await fileInExplorer(page, FILE).waitFor();
});

test('a CSV has the Kernelscope submenu, a page of text does not', async ({ page }) => {
  await openSubmenu(page, FILE, 'Kernelscope');
  await closeMenu(page);
  assert.equal(await contextMenuHas(page, 'notes.md', 'Kernelscope'), false);
  await closeMenu(page);
});

test('the first fit', async ({ page }) => {
  await test.step(`the submenu's first command ranks ${TARGET} first among the targets, and proposes none`, async () => {
    await fitByMenu(page, FILE, FIT);
    await quickInput(page)
      .getByRole('option', { name: new RegExp(`^${TARGET},.*explain about`) })
      .waitFor();
    const [first] = await quickPickRows(page, 'Nothing is proposed');
    assert.match(first, new RegExp(`^${TARGET},`));
  });
  await test.step('accepting target and columns draws the figures (cold)', async () => {
    const toast = watchNotification(page, new RegExp(`Fitting ${FILE}`));
    say(`${seconds(await fitFromPicks(page, TARGET))} from the last pick to figures`);
    assert.equal(await toast.said(), undefined, 'the panel tells the progress, and nothing else does');
  });
  await test.step('the panel stands beside and leaves the focus', async () => {
    assert.equal(await page.evaluate(() => document.activeElement?.tagName === 'IFRAME'), false);
    await fileInExplorer(page, FILE).waitFor();
  });
});

for (const name of Object.values(TABS)) {
  test(`the ${name} tab opens and draws`, async ({ page }) => {
    await results(page);
    const shown = await openTab(page, name);
    if (typeof shown !== 'string') say(`${shown.length} figures`);
  });
}

test('the lambda slider moves the figures by keyboard', async ({ page }) => {
  await results(page);
  await openTab(page, 'Excess risk');
  const [before, value] = [await waitForFigures(page), await sliderValue(page)];
  await moveSlider(page, 'ArrowRight', 5);
  await waitForFigures(page, (now) => drawn(now) && sums(now) !== sums(before), 10_000);
  assert.notEqual(await sliderValue(page), value);
  say(`${value} → ${await sliderValue(page)}`);
});

test('and by dragging, on another tab too', async ({ page }) => {
  await results(page);
  await openTab(page, 'Alignment');
  const [before, value] = [await waitForFigures(page), await sliderValue(page)];
  await dragSlider(page, 0.8);
  await waitForFigures(page, (now) => drawn(now) && sums(now) !== sums(before), 10_000);
  assert.notEqual(await sliderValue(page), value);
  say(`${value} → ${await sliderValue(page)}`);
});

test('the value under the slider goes with all tabs', async ({ page }) => {
  await movedResults(page);
  const value = await sliderValue(page);
  await openTab(page, 'Spectrum');
  assert.equal(await sliderValue(page), value);
});

// The window began dark, and is so again for whoever comes next.
for (const theme of [...Object.keys(THEMES).filter((name) => name !== 'dark'), 'dark']) {
  test(`figures in the ${theme} theme`, async ({ page }) => {
    await results(page);
    const before = sums(await figures(page));
    await useTheme(page, theme);
    const changed = (now) => drawn(now) && (theme === 'dark' || sums(now) !== before);
    await waitForFigures(page, changed, 15_000);
  });
}

test('a reload of the window keeps the panel, its tab and its lambda', async ({ page, window }) => {
  await movedResults(page);
  await openTab(page, 'Spectrum');
  // No test before has been at this end of the slider, so that what is waited for was not saved before.
  await moveSlider(page, 'Home', 1);
  const value = await sliderValue(page);
  await waitUntilSaved(page, /mainThreadWebview-kernelscope\.results/);
  await waitUntilSaved(page, SMALLEST_LAMBDA_ON_SPECTRUM);
  await window.reload();
  await waitForFigures(page);
  assert.equal(await selectedTab(page), 'Spectrum');
  assert.equal(await sliderValue(page), value);
});

test('the runs view opens the run again after its panel was closed', async ({ page }) => {
  await results(page);
  await closeEditors(page);
  await showView(page, 'Kernelscope');
  // The group of the newest run stands first, and in it the best run.
  await page
    .getByRole('treeitem', { name: new RegExp(`^${FILE} — ${TARGET}, typical miss · `) })
    .first()
    .waitFor();
  await page
    .getByRole('treeitem', { name: /^[\d.]+ · / })
    .first()
    .click();
  await waitForFigures(page);
  await showView(page, /^Explorer/);
});

test('the palette fits the file in front', async ({ page }) => {
  await closeEditors(page);
  await openFile(page, FILE);
  await runCommand(page, `Kernelscope: ${FIT}`);
  say(`${seconds(await fitFromPicks(page, TARGET))} from the last pick to figures, in a fresh worker`);
});

test('fitting the same again (warm)', async ({ page }) => {
  await results(page);
  await closeEditors(page);
  say(`${seconds(await fitTarget(page))} from the last pick to figures`);
  await closeEditors(page);
});

test('the command line of the installed package fits a file, by the program that the editor names', ({ window }) => {
  const { extensions } = window.vscode.profile;
  const [folder] = readdirSync(extensions).filter((name) => name.startsWith('kernelscope.kernelscope-'));
  const { stdout, stderr, status } = spawnSync(
    join(extensions, folder, 'bin/kernelscope'),
    ['fit', join(window.vscode.workspace, 'wave.csv'), '--target', 'signal', '--quiet'],
    { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', KERNELSCOPE_NODE: hostNode } },
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, /signal/);
});

cleanEnd();
