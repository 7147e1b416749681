// Principal components: no target is asked for, and what moves is how one looks.
import assert from 'node:assert/strict';
import { COMPONENTS_METHODS, fitByMenu } from './menu.mjs';
import { openTab, panelPage, sums, waitForFigures } from './panel.mjs';
import { cleanEnd, say, test, withOneKernel } from './window.mjs';
import { acceptQuickPick, closeEditors, quickPickRows } from './workbench.mjs';

const FILE = 'harvest.csv';
const FIGURE_TABS = ['Overview', 'Spectrum', 'Scores', 'Reconstruction', 'Outliers'];

withOneKernel();

async function fitColumns(page, title) {
  await fitByMenu(page, FILE, title);
  await quickPickRows(page, 'Which columns may it use?');
  await acceptQuickPick(page);
  await waitForFigures(page);
}

// One of the family: the page shows all of them (everyMethod.spec.mjs).
for (const title of COMPONENTS_METHODS.slice(0, 1)) {
  test(`${title} asks for columns alone, and every tab is drawn`, async ({ page }) => {
    await fitColumns(page, title);
    let count = 0;
    for (const name of FIGURE_TABS) count += (await openTab(page, name)).length;
    await openTab(page, 'Data');
    const words = await panelPage(page).locator('main .lead').filter({ visible: true }).textContent();
    assert.match(words ?? '', /components of/);
    await closeEditors(page);
    say(`${count} figures`);
  });
}

test('rows are selected in the score plot by mouse and by keys, and one opens in the file', async ({ page }) => {
  await fitColumns(page, COMPONENTS_METHODS[2]);
  const before = sums(await openTab(page, 'Scores'));
  const canvas = panelPage(page).locator('figure[data-figure=components-scores] canvas');
  const { x, y, width, height } = /** @type {{ x: number, y: number, width: number, height: number }} */ (
    await canvas.boundingBox()
  );
  await page.mouse.move(x + 0.3 * width, y + 0.25 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.7 * width, y + 0.8 * height, { steps: 10 });
  await page.mouse.up();
  await waitForFigures(page, (now) => sums(now) !== before, 10_000);
  const dragged = (await panelPage(page).locator('.selected .say').textContent()) ?? '';
  assert.match(dragged, /^\d+ rows? in the rectangle/);
  const brush = panelPage(page).getByRole('application');
  await brush.focus();
  await brush.press('Escape');
  await panelPage(page).getByText('Nothing is selected.').waitFor();
  await brush.press('Enter');
  await brush.press('ArrowRight');
  await panelPage(page).locator('.selected tbody tr').first().waitFor();
  await panelPage(page).locator('.selected tbody button').first().click();
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await closeEditors(page);
  say(dragged);
});

cleanEnd();
