import assert from 'node:assert/strict';
import { axes, axisSlider, axisValues, dragAxis, keyAxis, movesFigures, press } from './live.mjs';
import { openTab, panelPage, waitForFigures } from './panel.mjs';

// Robust, sparse and quantile methods: a path along one strength, rows that pull, and a refit at another strength.

/** In the order of the submenu, and what the one slider of each moves. */
export const ROBUST_METHODS = [
  ['Fit Kernel Sign Gradient Descent…', 't'],
  ['Fit Kernel Coordinate Descent…', 't'],
  ['Fit Kernel Regression with Bounded Coefficients…', 'c'],
  ['Fit Kernel Regression with an l1 Penalty…', 'epsilon'],
  ['Fit Huber Kernel Regression…', 'lambda'],
  ['Fit Tukey Bisquare Kernel Regression…', 'lambda'],
  ['Fit Support Vector Regression…', 'lambda'],
  ['Fit Kernel Quantile Regression…', 'lambda'],
];
const FIGURE_TABS = ['Overview', 'Spectrum', 'Alignment', 'Path', 'Fit', 'Rows'];

/** `fitByMenu` takes the title of a command and waits for the panel. */
export function robustSteps({ page, picture, closeEditors }, fitByMenu) {
  const field = (axis) => panelPage(page).locator(`#${axis}`);
  const state = () => panelPage(page).locator('.strength .state').textContent();
  return [
    ...ROBUST_METHODS.map(([title, axis], i) => ({
      name: `${title} has its own tabs, and its slider moves along the path by keys and by mouse`,
      async run() {
        await fitByMenu(title);
        assert.deepEqual(await axes(page), [axis]);
        let count = 0;
        for (const name of FIGURE_TABS) count += (await openTab(page, name)).length;
        await picture(`9-${i}-rows`);
        await openTab(page, 'Path');
        const said = [
          await movesFigures(page, () => keyAxis(page, axis)),
          await movesFigures(page, () => dragAxis(page, axis)),
        ];
        await picture(`9-${i}-path`);
        await movesFigures(page, () => press(page, 'Reset'));
        await closeEditors();
        return `${count} figures; ${said.join('. ')}`;
      },
    })),
    {
      name: 'a typed strength takes the nearest point of the path, and "Use this" fits there',
      async run() {
        const [title, axis] = ROBUST_METHODS[0];
        await fitByMenu(title);
        const before = await axisValues(page);
        const fitted = Number(await field(axis).inputValue());
        // Towards the farther end of the path, between two of its points.
        const { min, max, value } = await axisSlider(page, axis).evaluate(({ min, max, value }) => ({
          min,
          max,
          value,
        }));
        const wanted = Number(value) < (Number(min) + Number(max)) / 2 ? 3.217 * fitted : fitted / 3.217;
        await movesFigures(page, async () => {
          await field(axis).fill(String(wanted));
          await field(axis).press('Enter');
        });
        assert.match(await state(), /^nearest point of the path to /);
        const taken = await axisValues(page);
        assert.notEqual(taken, before);
        await press(page, 'Use this');
        await panelPage(page).locator('.strength .state', { hasText: 'as fitted: set' }).waitFor({ timeout: 60_000 });
        await waitForFigures(page);
        assert.equal(await axisValues(page), taken);
        await closeEditors();
        return `${before} → ${taken}`;
      },
    },
  ];
}
