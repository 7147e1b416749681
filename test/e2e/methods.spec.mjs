// Methods of the squared loss in a real VS Code window, one of each way to it: its command, its figures, its sliders. The page shows those of all
// (everyMethod.spec.mjs), and the extension host runs the commands of all.
import assert from 'node:assert/strict';
import { axes, dragAxis, keyAxis, movesFigures, press } from './live.mjs';
import { FIT, fitByMenu, METHODS, SCALE_METHODS, SUBMENUS } from './menu.mjs';
import { openTab } from './panel.mjs';
import { cleanEnd, fitFromPicks, say, test, withOneKernel } from './window.mjs';
import {
  closeEditors,
  closeMenu,
  menuLabels,
  openFile,
  openNested,
  openPalette,
  openSubmenu,
  paletteRows,
  runCommand,
} from './workbench.mjs';

const FILE = 'harvest.csv';
const TARGET = 'yield_t_ha';
/** One filter with three sliders from All Methods, one from the palette, and one for large files from its submenu. */
const SHOWN = [
  { ...shown(METHODS, 'Fit Three-Zone Ridge Regression…'), way: 'menu' },
  { ...shown(METHODS, 'Fit Kernel Gradient Flow…'), way: 'palette' },
  { ...shown(SCALE_METHODS, 'Fit Ridge Regression on Random Features…'), way: 'menu' },
];

function shown(methods, wanted) {
  const [title, axisNames] = methods.find(([one]) => one === wanted);
  return { title, axes: axisNames };
}

withOneKernel();

const FIGURE_TABS = ['Overview', 'Rows', 'Columns', 'Spectrum', 'Alignment', 'Excess risk'];

test('the menu is short, and its submenus offer the methods of a family', async ({ page }) => {
  for (const [submenu, titles] of SUBMENUS) {
    await openSubmenu(page, FILE, 'Kernelscope');
    const labels = (await menuLabels(page)).filter((label) => label !== '');
    assert.equal(labels[0], FIT);
    assert.ok(labels.length <= 10, labels.join());
    await openNested(page, submenu);
    const offered = (await menuLabels(page)).filter((label) => label !== '');
    assert.deepEqual(offered.slice(0, titles.length), titles);
    await closeMenu(page);
  }
});

test('in the palette "Kernelscope" and "kernelscope fit" lead to the fit', async ({ page }) => {
  for (const typed of ['Kernelscope', 'kernelscope fit']) {
    await openPalette(page);
    assert.match((await paletteRows(page, typed))[0], /^Kernelscope: Fit…/);
    await page.keyboard.press('Escape');
  }
});

for (const { title, axes: axisNames, way } of SHOWN) {
  test(`${title} by the ${way}: figures, and every slider by keys and by mouse`, async ({ page }) => {
    if (way === 'menu') {
      await fitByMenu(page, FILE, title);
    } else {
      await openFile(page, FILE);
      await runCommand(page, `Kernelscope/Methods: ${title}`);
    }
    await fitFromPicks(page, TARGET);
    assert.deepEqual(await axes(page), axisNames);
    let count = 0;
    for (const name of FIGURE_TABS) count += (await openTab(page, name)).length;
    await openTab(page, 'Excess risk');
    const said = [];
    for (const axis of axisNames) {
      // The last directions have eigenvalues that change no figure: keys go beyond them.
      await movesFigures(page, () => keyAxis(page, axis, axis === 'r' ? 12 : 4));
      said.push(await movesFigures(page, () => dragAxis(page, axis)));
    }
    await movesFigures(page, () => press(page, 'Reset'));
    await closeEditors(page);
    say(`${count} figures; ${said.join('. ')}`);
  });
}

cleanEnd();
