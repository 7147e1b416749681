// node test/e2e/methods.mjs
// Every method in a real VS Code window: its command, its figures, its sliders; and what belongs to some of them only:
// maps to click into, several targets, classes, a panel of its own, refitting, reproductions.
import assert from 'node:assert/strict';
import { COMPONENTS_METHODS, componentsSteps } from './componentsSteps.mjs';
import {
  axes,
  axisSlider,
  axisValues,
  clickFigure,
  dragAxis,
  hasFigure,
  keyAxis,
  movesFigures,
  press,
} from './live.mjs';
import { drawn, openTab, panelPage, sums, waitForFigures } from './panel.mjs';
import { ROBUST_METHODS, robustSteps } from './robustSteps.mjs';
import { openSession } from './session.mjs';
import { finish } from './steps.mjs';
import {
  acceptQuickPick,
  chooseInMenu,
  closeMenu,
  fileInExplorer,
  menuLabels,
  openSubmenu,
  openWorkbench,
  pickByName,
  pickSeveral,
  quickPickRows,
  runCommand,
  waitUntilSaved,
} from './workbench.mjs';

const FILE = 'harvest.csv';
const TARGET = 'yield_t_ha';
/** In the order of the submenu, and what the sliders of each move. */
const METHODS = [
  ['Fit Kernel Ridge Regression…', ['lambda']],
  ['Fit Truncated Kernel Ridge Regression…', ['lambda', 'r']],
  ['Fit Conditional Kernel Ridge Regression, Hard Thresholding…', ['lambda', 'k']],
  ['Fit Conditional Kernel Ridge Regression, Chosen Features…', ['lambda']],
  ['Fit Conditional Kernel Ridge Regression, Soft Thresholding…', ['lambda']],
  ['Fit Three-Zone Ridge Regression…', ['lambda', 'k', 'r']],
  ['Fit Kernel Gradient Flow…', ['t']],
  ['Fit Kernel Gradient Descent…', ['steps']],
  ['Fit Kernel Principal Component Regression…', ['r']],
];
/** Ridge regression on random features and on landmarks. */
const SCALE_METHODS = [
  ['Fit Ridge Regression on Random Features…', ['lambda', 'k', 'r']],
  ['Fit Nyström Ridge Regression…', ['lambda', 'k', 'r']],
];
const THREE_ZONE = METHODS[5][0];
const FIGURE_TABS = ['Overview', 'Spectrum', 'Alignment', 'Excess risk', 'Fit'];

const session = await openSession('methods', 'link');
const { page, vscode, browser, picture, closeEditors } = session;

const fitByMenu = async (title) => {
  await openSubmenu(page, FILE, 'Kernelscope');
  await chooseInMenu(page, title);
  return session.fitFromPicks(TARGET);
};
const fitByPalette = async (title) => {
  await runCommand(page, `Kernelscope: ${title}`);
  return session.fitFromPicks(TARGET);
};
const openFile = async (file) => {
  await fileInExplorer(page, file).dblclick();
  await page.locator('.monaco-editor .view-line').first().waitFor();
};

const steps = [
  { name: 'the explorer shows the samples', run: () => openWorkbench(page, vscode, FILE) },
  {
    name: 'the submenu offers every method: the most used, the others of the squared loss, the robust ones, those for large files, components',
    async run() {
      await openSubmenu(page, FILE, 'Kernelscope');
      const labels = await menuLabels(page);
      await picture('1-submenu');
      const at = labels.indexOf(METHODS[0][0]);
      const titles = METHODS.map(([title]) => title);
      const robust = ROBUST_METHODS.map(([title]) => title);
      const large = SCALE_METHODS.map(([title]) => title);
      const families = [titles.slice(0, 4), titles.slice(4), robust, large, COMPONENTS_METHODS];
      const groups = families.flatMap((family) => [...family, '']);
      assert.deepEqual(labels.slice(at, at + groups.length), groups);
      await closeMenu(page);
    },
  },
  ...[...METHODS, ...SCALE_METHODS].map(([title, axisNames], i) => ({
    name: `${title} by the ${i % 2 === 0 ? 'menu' : 'palette'}: figures, and every slider by keys and by mouse`,
    async run() {
      if (i % 2 === 0) await fitByMenu(title);
      else {
        await openFile(FILE);
        await fitByPalette(title);
      }
      assert.deepEqual(await axes(page), axisNames);
      let count = 0;
      for (const name of FIGURE_TABS) count += (await openTab(page, name)).length;
      await openTab(page, 'Excess risk');
      await picture(`2-${i}-risk`);
      const said = [];
      for (const axis of axisNames) {
        await movesFigures(page, () => keyAxis(page, axis));
        said.push(await movesFigures(page, () => dragAxis(page, axis)));
      }
      await movesFigures(page, () => press(page, 'Reset'));
      await closeEditors();
      return `${count} figures; ${said.join('. ')}`;
    },
  })),
  {
    name: 'a click into a risk map moves both its sliders, and k keeps below r',
    async run() {
      await fitByMenu(THREE_ZONE);
      await openTab(page, 'Excess risk');
      const said = await movesFigures(page, () => clickFigure(page, 'risk-map', [0.3, 0.35]));
      await picture('3-map');
      const loo = await movesFigures(page, () => clickFigure(page, 'loo-map', [0.6, 0.6]));
      return `${said}; ${loo}`;
    },
  },
  {
    name: 'a tab pops out into a panel of its own',
    async run() {
      await panelPage(page).getByRole('button', { name: 'Open this tab in a panel of its own' }).click();
      await panelPage(page).locator('header.only').waitFor();
      const shown = await waitForFigures(page);
      assert.equal(await panelPage(page).getByRole('tablist').count(), 0);
      await picture('4-popped-out');
      await runCommand(page, 'View: Close Editor');
      await panelPage(page).getByRole('tablist').waitFor();
      await waitForFigures(page);
      return `${shown.length} figures`;
    },
  },
  {
    name: 'a reload of the window keeps where three sliders stand',
    async run() {
      const value = await axisValues(page);
      // The editors with this panel among them, and this very filter: one of a panel closed since would be saved already.
      await waitUntilSaved(page, /mainThreadWebview-kernelscope\.results/, [/three-zone/]);
      const [, k, r] = /k ([\d,]+); r ([\d,]+)/.exec(value).map((text) => text.replaceAll(',', ''));
      await waitUntilSaved(page, new RegExp(`"filter":\\{"kind":"zones","lambda":[^,]+,"k":${k},"r":${r}\\}`));
      await browser.reload();
      await waitForFigures(page);
      assert.equal(await axisValues(page), value);
      return value;
    },
  },
  {
    name: '"Use this" fits again there, and the sliders stand as fitted',
    async run() {
      const value = await axisValues(page);
      await press(page, 'Use this');
      // Beside three sliders there may be no room to say it, but it is said to those who cannot see them.
      const fitted = panelPage(page).locator('[data-axis=k] .state', { hasText: 'as fitted' });
      await fitted.waitFor({ state: 'attached' });
      await waitForFigures(page);
      assert.equal(await axisValues(page), value);
      await closeEditors();
      return value;
    },
  },
  {
    name: 'several targets: the picker changes numbers, sliders and figures',
    async run() {
      await openSubmenu(page, FILE, 'Kernelscope');
      await chooseInMenu(page, METHODS[1][0]);
      await pickSeveral(page, 'Several Targets…', 'Columns to predict, all from the same fit', ['protein_pct', TARGET]);
      await quickPickRows(page, 'Columns to predict');
      await picture('5-columns');
      await acceptQuickPick(page);
      const before = sums(await waitForFigures(page));
      const words = await panelPage(page).locator('.lead').textContent();
      await panelPage(page).locator('#target').selectOption({ index: 1 });
      await waitForFigures(page, (now) => drawn(now) && sums(now) !== before, 10_000);
      const other = await panelPage(page).locator('.lead').textContent();
      assert.notEqual(other, words);
      await picture('5-second-target');
      await movesFigures(page, () => keyAxis(page, 'r'));
      await closeEditors();
      return `${words} | ${other}`;
    },
  },
  {
    name: 'classes: a confusion matrix, and a class to look at',
    async run() {
      await openSubmenu(page, 'leaves.csv', 'Kernelscope');
      await chooseInMenu(page, METHODS[0][0]);
      await session.fitFromPicks('shrub', false);
      assert.ok(await hasFigure(page, 'confusion'));
      await picture('6-classes');
      const words = await panelPage(page).locator('.lead').textContent();
      assert.match(words, /shrub/);
      await openTab(page, 'Fit');
      assert.ok((await hasFigure(page, 'confusion')) && (await hasFigure(page, 'class-scores')));
      const before = sums(await waitForFigures(page));
      await panelPage(page).locator('#target').selectOption({ index: 2 });
      await waitForFigures(page, (now) => drawn(now) && sums(now) !== before, 10_000);
      await picture('6-third-class');
      await closeEditors();
      return words;
    },
  },
  {
    name: 'a figure of a paper is reproduced: the verdict, the numbers, the figures',
    async run() {
      await runCommand(page, 'Kernelscope: Reproduce a Figure from the Papers…');
      await quickPickRows(page, 'Which one?');
      await picture('7-papers');
      await pickByName(page, 'TKRR, figure 2: two descents over r', 'two descents');
      await panelPage(page).locator('.reproduction').waitFor({ timeout: 60_000 });
      const shown = await waitForFigures(page);
      const verdict = await panelPage(page).locator('.verdict').textContent();
      assert.match(verdict, /^Agrees with the paper/);
      assert.ok((await panelPage(page).getByRole('row').count()) > 10);
      await picture('7-reproduction');
      await closeEditors();
      return `${shown.length} figures; ${verdict}`;
    },
  },
  {
    name: 'the maps change to another pair of sliders: title, axes and clicks',
    async run() {
      await openSubmenu(page, FILE, 'Kernelscope');
      await chooseInMenu(page, THREE_ZONE);
      // Two targets are remembered by now.
      await session.fitFromPicks(TARGET, false);
      await openTab(page, 'Excess risk');
      const greatest = async (axis) => {
        await axisSlider(page, axis).press('End');
        return Number(await panelPage(page).locator(`#${axis}`).inputValue());
      };
      const most = { k: await greatest('k'), r: await greatest('r') };
      await press(page, 'Reset');
      await panelPage(page).locator('#map-axes').selectOption({ label: 'k and r' });
      await picture('8-map-k-r');
      await movesFigures(page, () => clickFigure(page, 'risk-map', [0.2, 0.14]));
      const r = Number(await panelPage(page).locator('#r').inputValue());
      // Near the top of a logarithmic axis: far above the middle, which is the root of its end.
      assert.ok(r > most.r ** 0.8, `a click near the top means r ${r} of ${most.r}, k ends at ${most.k}`);
      const title = await panelPage(page).locator('figure[data-figure=risk-map] h2').textContent();
      assert.equal(title, 'Estimated risk over k and r');
      await closeEditors();
      return `r ${r} of ${most.r}`;
    },
  },
  ...robustSteps(session, fitByMenu),
  ...componentsSteps(session, FILE),
];

finish(await session.run('Every method in a real window', steps));
