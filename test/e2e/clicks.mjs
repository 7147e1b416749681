// node test/e2e/clicks.mjs [file.vsix]
// What a user does, in a real VS Code window, from the explorer to the figures and back after a reload.
// Without a .vsix the extension is this repository, linked. VERBOSE=1 prints what server and console say, KEEP=1 keeps
// the profile, CHROMIUM=/path takes another browser.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import {
  dragSlider,
  drawn,
  figures,
  moveSlider,
  openTab,
  selectedTab,
  sliderValue,
  sums,
  TABS,
  waitForFigures,
} from './panel.mjs';
import { openSession } from './session.mjs';
import { finish } from './steps.mjs';
import {
  chooseInMenu,
  closeMenu,
  contextMenuHas,
  fileInExplorer,
  openSubmenu,
  openWorkbench,
  quickPickRows,
  runCommand,
  THEMES,
  useTheme,
  waitUntilSaved,
  watchNotification,
} from './workbench.mjs';

const FILE = 'fan-noise.csv';
const TARGET = 'sound_level_db';
const FIT = 'Fit Kernel Ridge Regression…';
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

/** Returns the tally. Pictures and logs go to test-results/<name>. */
export async function clicks(name, extension) {
  const session = await openSession(name, extension);
  const { page, vscode, browser, picture, closeEditors } = session;
  const fitFromPicks = () => session.fitFromPicks(TARGET);

  const steps = [
    { name: 'the explorer shows the samples', run: () => openWorkbench(page, vscode, FILE) },
    {
      name: 'a CSV has the Kernelscope submenu, a text file does not',
      async run() {
        await openSubmenu(page, FILE, 'Kernelscope');
        await picture('1-submenu');
        await closeMenu(page);
        assert.equal(await contextMenuHas(page, 'notes.txt', 'Kernelscope'), false);
        await closeMenu(page);
      },
    },
    {
      name: `the submenu's first command offers ${TARGET} as the target`,
      async run() {
        await openSubmenu(page, FILE, 'Kernelscope');
        await chooseInMenu(page, FIT);
        const [first] = await quickPickRows(page, 'Which column should be predicted?');
        await picture('2-target');
        assert.match(first, new RegExp(TARGET));
      },
    },
    {
      name: 'accepting target and columns draws the figures (cold)',
      async run() {
        // Short-lived, so watched from before it comes.
        const progress = watchNotification(page, `Fitting ${FILE}`);
        const cold = await fitFromPicks();
        await picture('3-overview');
        const said = await progress.said();
        if (cold > 1_500) assert.match(said ?? 'no progress was shown', /%/);
        return `${seconds(cold)} from the last pick to figures; ${said ?? 'no progress shown'}`;
      },
    },
    {
      name: 'the panel stands beside and leaves the focus',
      async run() {
        assert.equal(await page.evaluate(() => document.activeElement?.tagName === 'IFRAME'), false);
        await fileInExplorer(page, FILE).waitFor();
      },
    },
    ...Object.entries(TABS).map(([id, tabName]) => ({
      name: `the ${tabName} tab opens and draws`,
      async run() {
        const shown = await openTab(page, tabName);
        await picture(`4-${id}`);
        return typeof shown === 'string' ? undefined : `${shown.length} figures`;
      },
    })),
    {
      name: 'the lambda slider moves the figures by keyboard',
      async run() {
        await openTab(page, 'Excess risk');
        const [before, value] = [await waitForFigures(page), await sliderValue(page)];
        await moveSlider(page, 'ArrowRight', 5);
        await waitForFigures(page, (now) => drawn(now) && sums(now) !== sums(before), 10_000);
        assert.notEqual(await sliderValue(page), value);
        return `${value} → ${await sliderValue(page)}`;
      },
    },
    {
      name: 'and by dragging, on another tab too',
      async run() {
        await openTab(page, 'Alignment');
        const [before, value] = [await waitForFigures(page), await sliderValue(page)];
        await dragSlider(page, 0.8);
        await waitForFigures(page, (now) => drawn(now) && sums(now) !== sums(before), 10_000);
        assert.notEqual(await sliderValue(page), value);
        await picture('5-moved');
        return `${value} → ${await sliderValue(page)}`;
      },
    },
    {
      name: 'the value under the slider goes with all tabs',
      async run() {
        const value = await sliderValue(page);
        await openTab(page, 'Spectrum');
        assert.equal(await sliderValue(page), value);
      },
    },
    ...Object.keys(THEMES).map((theme) => ({
      name: `figures in the ${theme} theme`,
      async run() {
        const before = sums(await figures(page));
        await useTheme(page, theme);
        const changed = (now) => drawn(now) && (theme === 'dark' || sums(now) !== before);
        await waitForFigures(page, changed, 15_000);
        await picture(`6-${theme}`);
      },
    })),
    {
      name: 'a reload of the window keeps the panel, its tab and its lambda',
      async run() {
        const value = await sliderValue(page);
        await waitUntilSaved(page, /"tab":"spectrum"/);
        await browser.reload();
        await waitForFigures(page);
        assert.equal(await selectedTab(page), 'Spectrum');
        assert.equal(await sliderValue(page), value);
        await picture('7-reloaded');
      },
    },
    {
      name: 'the runs view opens the run again after its panel was closed',
      async run() {
        await closeEditors();
        await page.getByRole('tab', { name: 'Kernelscope' }).first().click();
        await page
          .getByRole('treeitem', { name: new RegExp(`^${FILE}.*${TARGET}`) })
          .first()
          .click();
        await waitForFigures(page);
        await picture('8-from-history');
      },
    },
    {
      name: 'the palette fits the file in front',
      async run() {
        await closeEditors();
        await page
          .getByRole('tab', { name: /^Explorer/ })
          .first()
          .click();
        await fileInExplorer(page, FILE).dblclick();
        await page.locator('.monaco-editor .view-line').first().waitFor();
        await runCommand(page, `Kernelscope: ${FIT}`);
        const cold = await fitFromPicks();
        await picture('9-palette');
        return `${seconds(cold)} from the last pick to figures, in a fresh worker`;
      },
    },
    {
      name: 'fitting the same again (warm)',
      async run() {
        await closeEditors();
        await openSubmenu(page, FILE, 'Kernelscope');
        await chooseInMenu(page, FIT);
        return `${seconds(await fitFromPicks())} from the last pick to figures`;
      },
    },
  ];
  return session.run(`Clicks in a real window, ${extension === 'link' ? 'linked' : extension}`, steps);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file] = process.argv.slice(2);
  finish(await clicks(file ? 'vsix' : 'linked', file ?? 'link'));
}
