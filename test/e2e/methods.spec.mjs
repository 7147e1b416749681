// Every method of the squared loss in a real VS Code window, and those for large files: its command, its figures, its sliders.
import assert from 'node:assert/strict';
import { axes, dragAxis, keyAxis, movesFigures, press } from './live.mjs';
import { COMPONENTS_METHODS, METHODS, ROBUST_METHODS, SCALE_METHODS } from './menu.mjs';
import { openTab } from './panel.mjs';
import { cleanEnd, fitFromPicks, say, test } from './window.mjs';
import { chooseInMenu, closeEditors, closeMenu, menuLabels, openFile, openSubmenu, runCommand } from './workbench.mjs';

const FILE = 'harvest.csv';
const TARGET = 'yield_t_ha';
const FIGURE_TABS = ['Overview', 'Spectrum', 'Alignment', 'Excess risk', 'Fit'];

test('the submenu offers every method: the most used, the others of the squared loss, the robust ones, those for large files, components', async ({
  page,
}) => {
  await openSubmenu(page, FILE, 'Kernelscope');
  const labels = await menuLabels(page);
  const at = labels.indexOf(METHODS[0][0]);
  const titles = METHODS.map(([title]) => title);
  const robust = ROBUST_METHODS.map(([title]) => title);
  const large = SCALE_METHODS.map(([title]) => title);
  const families = [titles.slice(0, 4), titles.slice(4), robust, large, COMPONENTS_METHODS];
  const groups = families.flatMap((family) => [...family, '']);
  assert.deepEqual(labels.slice(at, at + groups.length), groups);
  await closeMenu(page);
});

for (const [i, [title, axisNames]] of [...METHODS, ...SCALE_METHODS].entries()) {
  const way = i % 2 === 0 ? 'menu' : 'palette';
  test(`${title} by the ${way}: figures, and every slider by keys and by mouse`, async ({ page }) => {
    if (way === 'menu') {
      await openSubmenu(page, FILE, 'Kernelscope');
      await chooseInMenu(page, title);
    } else {
      await openFile(page, FILE);
      await runCommand(page, `Kernelscope: ${title}`);
    }
    await fitFromPicks(page, TARGET);
    assert.deepEqual(await axes(page), axisNames);
    let count = 0;
    for (const name of FIGURE_TABS) count += (await openTab(page, name)).length;
    await openTab(page, 'Excess risk');
    const said = [];
    for (const axis of axisNames) {
      await movesFigures(page, () => keyAxis(page, axis));
      said.push(await movesFigures(page, () => dragAxis(page, axis)));
    }
    await movesFigures(page, () => press(page, 'Reset'));
    await closeEditors(page);
    say(`${count} figures; ${said.join('. ')}`);
  });
}

cleanEnd();
