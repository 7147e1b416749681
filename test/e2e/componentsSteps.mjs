import assert from 'node:assert/strict';
import { openTab, panelPage, sums, waitForFigures } from './panel.mjs';
import { acceptQuickPick, chooseInMenu, openSubmenu, quickPickRows } from './workbench.mjs';

// Principal components: no target is asked for, and what moves is how one looks.

/** In the order of the submenu. */
export const COMPONENTS_METHODS = [
  'Fit Kernel Principal Components…',
  'Fit Nyström Kernel Principal Components…',
  'Fit Kernel Principal Components on Random Features…',
];
const FIGURE_TABS = ['Overview', 'Spectrum', 'Scores', 'Reconstruction', 'Outliers'];

export function componentsSteps({ page, picture, closeEditors }, file) {
  const fitByMenu = async (title) => {
    await openSubmenu(page, file, 'Kernelscope');
    await chooseInMenu(page, title);
    await quickPickRows(page, 'Columns to find components in');
    await acceptQuickPick(page);
    await waitForFigures(page);
  };
  const said = () => panelPage(page).locator('.selected .say').textContent();
  const canvas = () => panelPage(page).locator('figure[data-figure=components-scores] canvas');
  return [
    ...COMPONENTS_METHODS.map((title, i) => ({
      name: `${title} asks for columns alone, and every tab is drawn`,
      async run() {
        await fitByMenu(title);
        let count = 0;
        for (const name of FIGURE_TABS) {
          count += (await openTab(page, name)).length;
          await picture(`10-${i}-${name.toLowerCase()}`);
        }
        await openTab(page, 'Data');
        const words = await panelPage(page).locator('main .lead').filter({ visible: true }).textContent();
        assert.match(words, /components of/);
        if (i < COMPONENTS_METHODS.length - 1) await closeEditors();
        return `${count} figures`;
      },
    })),
    {
      name: 'rows are selected in the score plot by mouse and by keys, and one opens in the file',
      async run() {
        const before = sums(await openTab(page, 'Scores'));
        const { x, y, width, height } = await canvas().boundingBox();
        await page.mouse.move(x + 0.3 * width, y + 0.25 * height);
        await page.mouse.down();
        await page.mouse.move(x + 0.7 * width, y + 0.8 * height, { steps: 10 });
        await page.mouse.up();
        await waitForFigures(page, (now) => sums(now) !== before, 10_000);
        const dragged = await said();
        assert.match(dragged, /^\d+ rows? in the rectangle/);
        await picture('10-selected');
        const brush = panelPage(page).getByRole('application');
        await brush.focus();
        await brush.press('Escape');
        await panelPage(page).getByText('Nothing is selected.').waitFor();
        await brush.press('Enter');
        await brush.press('ArrowRight');
        await panelPage(page).locator('.selected tbody tr').first().waitFor();
        await panelPage(page).locator('.selected tbody button').first().click();
        await page.locator('.monaco-editor .view-line').first().waitFor();
        await closeEditors();
        return dragged;
      },
    },
  ];
}
