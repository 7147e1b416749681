// Every method's run in the panel's page: its tabs, its figures, its sliders. Windows of a real editor show one method of each family.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedRun } from '../../scripts/panelRuns.mjs';
import { axes, dragAxis, keyAxis, movesFigures, press } from './live.mjs';
import { COMPONENTS_METHODS, METHODS, ROBUST_METHODS, SCALE_METHODS } from './menu.mjs';
import { openTab } from './panel.mjs';
import { root, thin } from './profile.mjs';
import { say, test } from './window.mjs';

/** @type {{ id: string, title: string, family: string }[]} */
const KNOWN = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).kernelscope.methods;
const FILE = join(root, 'samples/harvest.csv');
const TARGET = 'yield_t_ha';

/** The tabs that have figures without a question to the engine, by the family of the method; sliders are moved on the last. */
const FIGURE_TABS = {
  spectral: ['Overview', 'Rows', 'Columns', 'Spectrum', 'Alignment', 'Excess risk'],
  features: ['Overview', 'Rows', 'Columns', 'Spectrum', 'Alignment', 'Excess risk'],
  robust: ['Overview', 'Rows', 'Columns', 'Spectrum', 'Alignment', 'Path'],
  components: ['Overview', 'Spectrum', 'Scores', 'Reconstruction', 'Outliers'],
};

/**
 * The axes that each method's sliders move; none for components.
 * @type {readonly (readonly [string, readonly string[]])[]}
 */
const CASES = [
  ...METHODS,
  ...SCALE_METHODS,
  ...ROBUST_METHODS.map(([title, axis]) => /** @type {const} */ ([title, [axis]])),
  ...COMPONENTS_METHODS.map((title) => /** @type {const} */ ([title, []])),
];

test('every method is here', () => {
  assert.deepEqual(CASES.map(([title]) => title).sort(), KNOWN.map(({ title }) => title).sort());
});

for (const [title, axisNames] of CASES) {
  test(`${title.slice(0, -1)}: figures, and every slider by keys and by mouse`, async ({ panel }, testInfo) => {
    const { page } = panel;
    const { id, family } = /** @type {(typeof KNOWN)[number]} */ (KNOWN.find((method) => method.title === title));
    // With a kernel that is set, so that none is searched.
    const target = family === 'components' ? '' : TARGET;
    const file = testInfo.outputPath('harvest.csv');
    thin(FILE, file, 2);
    const run = await packedRun(`fit:${file}:${target}:${id}:kernel=gaussian:lengthScale=3`);
    await panel.open(run.bytes);
    assert.deepEqual(await axes(page), axisNames);
    const tabs = FIGURE_TABS[family];
    let count = 0;
    for (const name of tabs) count += (await openTab(page, name)).length;
    const said = [];
    // Last, the figure that shows the curve along which the sliders move.
    for (const axis of axisNames) {
      // The last directions have eigenvalues that change no figure: keys go beyond them.
      await movesFigures(page, () => keyAxis(page, axis, axis === 'r' ? 12 : 4));
      said.push(await movesFigures(page, () => dragAxis(page, axis)));
    }
    if (axisNames.length > 0) await movesFigures(page, () => press(page, 'Reset'));
    await openTab(page, 'Data');
    say(`${count} figures; ${said.join('. ')}`);
  });
}
