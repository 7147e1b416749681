// A person's actions in the panel of a run of principal components.
import assert from 'node:assert/strict';
import { layoutFaults, settled } from '../../scripts/panelPage.mjs';
import { test } from './window.mjs';

const check = test.step;

export async function clicksOnComponents(panel, { bytes, before }) {
  const { page } = panel;
  /** Waits until the page has asked for this look to be stored: as JSON, of these members. */
  const remembered = (wanted) =>
    page.waitForFunction(
      (look) =>
        window.sent.some(
          (message) =>
            message.type === 'state' &&
            Object.entries(look).every(
              ([name, value]) =>
                JSON.stringify(Object.entries(message.view.components ?? {}).find(([known]) => known === name)?.[1]) ===
                JSON.stringify(value),
            ),
        ),
      wanted,
    );
  const plot = page.locator('figure[data-figure=components-scores] canvas');
  const said = page.locator('.selected .say');
  const rows = page.locator('.selected tbody tr');
  const selected = async () => Number((await said.textContent()).match(/^(\d+) rows? in/)?.[1] ?? 0);
  const drag = async (from, to) => {
    await plot.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await plot.boundingBox();
    const at = ([across, up]) => [x + across * width, y + up * height];
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to), { steps: 8 });
    await page.mouse.up();
    await settled(page);
  };

  await panel.open(bytes, { view: { tab: 'scores' } });
  await check('a dragged rectangle selects rows, lists them, and is remembered', async () => {
    assert.match(await said.textContent(), /^Nothing is selected/);
    await drag([0.45, 0.3], [0.8, 0.8]);
    const count = await selected();
    assert.ok(count > 20, `${count} rows`);
    assert.equal(await rows.count(), Math.min(200, count));
    await page.waitForFunction(() =>
      window.sent.some((m) => m.type === 'state' && m.view.components?.selection?.x.length === 2),
    );
    assert.equal((await panel.messages('openLine')).length, 0, 'the end of a drag opens no row');
    assert.deepEqual(await layoutFaults(page), []);
  });
  await check('the selected rows can be saved, and left out', async () => {
    assert.match(await said.textContent(), /^\d+ rows in the rectangle, \d+\u202f% of all, \d+ of them held out\./);
    await page.getByText('Save Rows as CSV…').click();
    const { rows } = await panel.last('saveRows');
    assert.match(rows, /^\d+([,-]\d+)+$/);
    await page.getByText('Leave Out and Fit Again').click();
    assert.deepEqual((await panel.last('change')).change, { kind: 'leaveOut', rows });
  });
  await check('a row of the selection opens its line by click and by Enter', async () => {
    const link = rows.first().getByRole('button');
    const line = Number((await rows.first().locator('td').first().textContent()).replaceAll(',', ''));
    await link.click();
    assert.equal((await panel.last('openLine')).line, line);
    await rows.nth(1).getByRole('button').press('Enter');
    assert.notEqual((await panel.last('openLine')).line, line);
  });
  await check('Escape takes the rectangle away; Enter sets one, arrows move it, Shift changes its size', async () => {
    const brush = page.getByRole('application');
    await brush.focus();
    await brush.press('Escape');
    await settled(page);
    assert.match(await said.textContent(), /^Nothing is selected/);
    await brush.press('Enter');
    await settled(page);
    // Within the plot: the page itself may still make room for the table.
    const placed = () =>
      page.locator('.brush .selection').evaluate(({ style }) => {
        const [left, top, width, height] = ['left', 'top', 'width', 'height'].map((side) =>
          Number.parseFloat(style[side]),
        );
        return { left, top, width, height };
      });
    const before = await placed();
    for (let i = 0; i < 3; i++) await brush.press('ArrowRight');
    for (let i = 0; i < 4; i++) await brush.press('Shift+ArrowDown');
    await settled(page);
    const after = await placed();
    const moved = Object.keys(before).map((side) => Math.round(after[side] - before[side]));
    assert.deepEqual(moved, [24, 0, 0, 32]);
    await page.waitForFunction(() =>
      /\d+ rows? selected/.test(document.querySelector('[role=status].unseen')?.textContent ?? ''),
    );
  });
  await check('the rectangle stays with its rows when the panel becomes narrow', async () => {
    const count = await selected();
    await page.setViewportSize({ width: 560, height: 900 });
    await settled(page);
    assert.equal(await selected(), count);
    const frame = await page.locator('.brush .selection').boundingBox();
    const box = await plot.boundingBox();
    assert.ok(frame.x >= box.x && frame.x + frame.width <= box.x + box.width);
    await page.setViewportSize({ width: 1400, height: 900 });
    await settled(page);
  });
  await check('other components and another colour change the plot, and take the rectangle away', async () => {
    await page.getByLabel('Up', { exact: true }).selectOption({ index: 2 });
    await page.getByLabel('Colour', { exact: true }).selectOption('site');
    await remembered({ pair: [1, 3], colour: 1 });
    await page.locator('figure[data-figure=components-scores] canvas[aria-label*="component 3"]').waitFor();
    assert.match(await said.textContent(), /^Nothing is selected/);
    // The same component on both axes: they change places.
    await page.getByLabel('Across', { exact: true }).selectOption({ index: 2 });
    await remembered({ pair: [3, 1] });
  });
  await check('scores are saved by the extension, and a tab pops out', async () => {
    await page.getByText('Save Scores…').click();
    assert.ok(await panel.last('saveScores'));
    await page.getByRole('button', { name: 'Open this tab in a separate panel' }).click();
    assert.equal((await panel.last('popOut')).tab, 'scores');
  });
  await panel.open(bytes, { view: { tab: 'reconstruction' } });
  await check('forms are compared at another number of components', async () => {
    const sentence = page.locator('figure[data-figure=components-seconds] .say');
    assert.match(await sentence.textContent(), /^With 5 components/);
    await page.getByLabel('Forms compared at').selectOption('2 components');
    await settled(page);
    assert.match(await sentence.textContent(), /^With 2 components/);
    assert.match(
      await page.locator('caption', { hasText: 'Error, time and memory of each form' }).textContent(),
      /2 components/,
    );
  });
  await panel.open(bytes, { view: { tab: 'outliers' } });
  await check('a row among the largest errors opens its line, and every figure has a table', async () => {
    await page.locator('.suspects tbody button').first().click();
    assert.ok((await panel.last('openLine')).line > 1);
    const figure = page.locator('figure[data-figure=components-ranked]');
    await figure.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    assert.ok((await figure.getByRole('row').count()) > 10);
  });
  await check('a switch of the theme keeps what is looked at', async () => {
    await panel.open(bytes, { view: { tab: 'scores', components: { pair: [2, 3], colour: 1 } } });
    await panel.retheme('light');
    await settled(page);
    assert.match(await plot.getAttribute('aria-label'), /component 3/);
    assert.deepEqual(await layoutFaults(page), []);
  });
  await check('a fit without some rows says so, and Undo asks for the one before', async () => {
    await panel.open(bytes, { view: { tab: 'scores', before: 'before' } });
    const said = page.locator('.undo .say');
    assert.match(await said.textContent(), /^Fitted without \d+ rows?\.$/);
    await panel.before(before);
    assert.match(await said.textContent(), /explain .* before/);
    await page.locator('.undo').getByText('Undo').click();
    assert.ok(await panel.last('showBefore'));
    assert.deepEqual(await layoutFaults(page), []);
  });
}
