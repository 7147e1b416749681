// Robust, sparse and quantile methods: a path along one strength, rows that pull, and a refit at another strength.
import assert from 'node:assert/strict';
import { axes, axisSlider, axisValues, dragAxis, keyAxis, movesFigures, press } from './live.mjs';
import { fitByMenu, ROBUST_METHODS } from './menu.mjs';
import { openTab, panelPage, waitForFigures } from './panel.mjs';
import { cleanEnd, fitFromPicks, say, test, withOneKernel } from './window.mjs';
import { closeEditors } from './workbench.mjs';

const FILE = 'harvest.csv';
const TARGET = 'yield_t_ha';
const FIGURE_TABS = ['Overview', 'Spectrum', 'Alignment', 'Path', 'Rows'];

withOneKernel();

async function fitMethod(page, title) {
  await fitByMenu(page, FILE, title);
  // Chosen by name, because a fit to several targets is proposed again.
  await fitFromPicks(page, TARGET);
}

// One of the family: the page shows all of them (everyMethod.spec.mjs).
for (const [title, axis] of ROBUST_METHODS.slice(-1)) {
  test(`${title} has its own tabs, and its slider moves along the path by keys and by mouse`, async ({ page }) => {
    await fitMethod(page, title);
    assert.deepEqual(await axes(page), [axis]);
    let count = 0;
    for (const name of FIGURE_TABS) count += (await openTab(page, name)).length;
    await openTab(page, 'Path');
    const said = [
      await movesFigures(page, () => keyAxis(page, axis)),
      await movesFigures(page, () => dragAxis(page, axis)),
    ];
    await movesFigures(page, () => press(page, 'Reset'));
    await closeEditors(page);
    say(`${count} figures; ${said.join('. ')}`);
  });
}

test('a typed strength takes the nearest point of the path, and "Use this" fits there', async ({ page }) => {
  const [title, axis] = ROBUST_METHODS[0];
  const field = panelPage(page).locator(`#${axis}`);
  const state = panelPage(page).locator('.strength .state');
  await fitMethod(page, title);
  // The figures of the Overview may lie below the fold, where they are not drawn.
  await openTab(page, 'Path');
  const before = await axisValues(page);
  const fitted = Number(await field.inputValue());
  // Towards the farther end of the path, between two of its points.
  const { min, max, value } = await axisSlider(page, axis).evaluate(
    /** @param {HTMLInputElement} input */ ({ min, max, value }) => ({ min, max, value }),
  );
  const wanted = Number(value) < (Number(min) + Number(max)) / 2 ? 3.217 * fitted : fitted / 3.217;
  await movesFigures(page, async () => {
    await field.fill(String(wanted));
    await field.press('Enter');
  });
  assert.match((await state.textContent()) ?? '', /^nearest point of the path to /);
  const taken = await axisValues(page);
  assert.notEqual(taken, before);
  await press(page, 'Use this');
  await state.filter({ hasText: 'set by you' }).waitFor({ timeout: 60_000 });
  await waitForFigures(page);
  assert.equal(await axisValues(page), taken);
  await closeEditors(page);
  say(`${before} → ${taken}`);
});

cleanEnd();
