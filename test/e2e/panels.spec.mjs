// Features of some panels only: maps to click into, popped-out tabs, refitting, several targets, classes,
// reproductions.
import assert from 'node:assert/strict';
import { axisSlider, axisValues, clickFigure, hasFigure, keyAxis, movesFigures, press } from './live.mjs';
import { FIT, fitByMenu } from './menu.mjs';
import { drawn, openTab, panelInFront, panelPage, sums, waitForFigures } from './panel.mjs';
import { cleanEnd, fitFromPicks, say, test, withOneKernel } from './window.mjs';
import {
  acceptQuickPick,
  chooseInSubmenu,
  closeEditors,
  openSubmenu,
  pickByName,
  pickSeveral,
  quickPickRows,
  runCommand,
  waitUntilSaved,
} from './workbench.mjs';

const FILE = 'harvest.csv';
const TARGET = 'yield_t_ha';
const TRUNCATED = 'Fit Truncated Kernel Ridge Regression…';
const THREE_ZONE = 'Fit Three-Zone Ridge Regression…';

withOneKernel();

/** A panel with three sliders and its maps. By name, because a fit to several targets is proposed again. */
async function fitThreeZones(page) {
  await fitByMenu(page, FILE, THREE_ZONE);
  await fitFromPicks(page, TARGET);
  await openTab(page, 'Excess risk');
}

/** The one that the tests before have left, its sliders moved, or a new one. */
async function movedThreeZones(page) {
  if (await panelInFront(page)) return;
  await fitThreeZones(page);
  await movesFigures(page, () => clickFigure(page, 'risk-map', [0.3, 0.35]));
}

test('a click into a risk map moves both its sliders, and k keeps below r', async ({ page }) => {
  await fitThreeZones(page);
  const said = await movesFigures(page, () => clickFigure(page, 'risk-map', [0.3, 0.35]));
  say(`${said}; ${await movesFigures(page, () => clickFigure(page, 'loo-map', [0.6, 0.6]))}`);
});

test('a tab pops out into another panel', async ({ page }) => {
  await movedThreeZones(page);
  await panelPage(page).getByRole('button', { name: 'Open this tab in a separate panel' }).click();
  await panelPage(page).locator('header.only').waitFor();
  const shown = await waitForFigures(page);
  assert.equal(await panelPage(page).getByRole('tablist').count(), 0);
  await runCommand(page, 'View: Close Editor');
  await panelPage(page).getByRole('tablist').waitFor();
  await waitForFigures(page);
  say(`${shown.length} figures`);
});

test('a reload of the window keeps where three sliders stand', async ({ page, window }) => {
  await movedThreeZones(page);
  const value = await axisValues(page);
  // The editors with this panel among them, and this very filter: one of a panel closed since would be saved already.
  await waitUntilSaved(page, /mainThreadWebview-kernelscope\.results/, [/three-zone/]);
  const [, k, r] = (/k ([\d,]+); r ([\d,]+)/.exec(value) ?? []).map((text) => text.replaceAll(',', ''));
  await waitUntilSaved(page, new RegExp(`"filter":\\{"kind":"zones","lambda":[^,]+,"k":${k},"r":${r}\\}`));
  await window.reload();
  await waitForFigures(page);
  assert.equal(await axisValues(page), value);
  say(value);
});

test('"Use this" fits again there, and the sliders stand as fitted', async ({ page }) => {
  await movedThreeZones(page);
  const value = await axisValues(page);
  await press(page, 'Use this');
  // Beside three sliders there may be no room to say it, but it is said to those who cannot see them.
  const fitted = panelPage(page).locator('[data-axis=k] .state', { hasText: 'as fitted' });
  await fitted.waitFor({ state: 'attached' });
  await waitForFigures(page);
  assert.equal(await axisValues(page), value);
  await closeEditors(page);
  say(value);
});

test('several targets: the picker changes numbers, sliders and figures', async ({ page }) => {
  await fitByMenu(page, FILE, TRUNCATED);
  await pickSeveral(page, 'Several Targets…', 'Which columns should be predicted?', ['protein_pct', TARGET]);
  await quickPickRows(page, 'Which columns may it use to predict');
  await acceptQuickPick(page);
  const before = sums(await waitForFigures(page));
  const words = await panelPage(page).locator('.lead').textContent();
  await panelPage(page).locator('#target').selectOption({ index: 1 });
  await waitForFigures(page, (now) => drawn(now) && sums(now) !== before, 10_000);
  const other = await panelPage(page).locator('.lead').textContent();
  assert.notEqual(other, words);
  await panelPage(page).getByRole('button', { name: 'Tune', exact: true }).click();
  // The last directions have eigenvalues that change no figure: keys go beyond them.
  await movesFigures(page, () => keyAxis(page, 'r', 12));
  await closeEditors(page);
  say(`${words} | ${other}`);
});

test('classes: a confusion matrix, and a class to look at', async ({ page }) => {
  await fitByMenu(page, 'leaves.csv', FIT);
  await fitFromPicks(page, 'shrub');
  assert.ok(await hasFigure(page, 'confusion'));
  const words = await panelPage(page).locator('.lead').textContent();
  assert.match(words ?? '', /^Classifies \d+\s%|^Does no better/);
  await openTab(page, 'Rows');
  assert.ok((await hasFigure(page, 'confusion')) && (await hasFigure(page, 'class-scores')));
  const before = sums(await waitForFigures(page));
  await panelPage(page).locator('#target').selectOption({ index: 2 });
  await waitForFigures(page, (now) => drawn(now) && sums(now) !== before, 10_000);
  await closeEditors(page);
  say(words);
});

test('a figure of a paper is reproduced: the verdict, the numbers, the figures', async ({ page }) => {
  await runCommand(page, 'Kernelscope: Reproduce a Figure from the Papers…');
  await quickPickRows(page, 'Which one?');
  await pickByName(page, 'TKRR, figure 2: two descents over r', 'two descents');
  await panelPage(page).locator('.reproduction').waitFor({ timeout: 60_000 });
  const shown = await waitForFigures(page);
  const verdict = await panelPage(page).locator('.verdict').textContent();
  assert.match(verdict ?? '', /^Agrees with the authors’ program/);
  assert.ok((await panelPage(page).getByRole('row').count()) > 10);
  await closeEditors(page);
  say(`${shown.length} figures; ${verdict}`);
});

test('ways to fit come in a panel, and its button fits the one that is chosen', async ({ page }) => {
  await openSubmenu(page, FILE, 'Kernelscope');
  await chooseInSubmenu(page, 'Large Files', 'Recommend a Method…');
  await quickPickRows(page, 'Which column should be predicted?');
  await acceptQuickPick(page);
  await quickPickRows(page, 'Which columns may it use to predict');
  await acceptQuickPick(page);
  await panelPage(page).locator('.advice .lead').waitFor();
  const lead = await panelPage(page).locator('.advice .lead').textContent();
  await panelPage(page).getByRole('radio').first().press('Enter');
  await panelPage(page).getByRole('tablist').waitFor({ timeout: 60_000 });
  const shown = await waitForFigures(page);
  await closeEditors(page);
  say(`${lead} ${shown.length} figures`);
});

test('the maps change to another pair of sliders: title, axes and clicks', async ({ page }) => {
  await fitThreeZones(page);
  const greatest = async (axis) => {
    await axisSlider(page, axis).press('End');
    return Number(await panelPage(page).locator(`#${axis}`).inputValue());
  };
  const most = { k: await greatest('k'), r: await greatest('r') };
  await press(page, 'Reset');
  await panelPage(page).locator('#map-axes').selectOption({ label: 'k and r' });
  await movesFigures(page, () => clickFigure(page, 'risk-map', [0.2, 0.14]));
  const r = Number(await panelPage(page).locator('#r').inputValue());
  // Near the top of a logarithmic axis: far above the middle, which is the root of its end.
  assert.ok(r > most.r ** 0.8, `a click near the top means r ${r} of ${most.r}, k ends at ${most.k}`);
  const title = await panelPage(page).locator('figure[data-figure=risk-map] h2').textContent();
  assert.equal(title, 'Estimated risk over k and r');
  await closeEditors(page);
  say(`r ${r} of ${most.r}`);
});

cleanEnd();
