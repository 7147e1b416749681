// Rows and columns in the panel, by mouse and by keyboard, with the engine behind the stand-in for the editor.
import assert from 'node:assert/strict';
import { bundled } from '../../scripts/bundled.mjs';
import { answerAsked, layoutFaults, settled } from '../../scripts/panelPage.mjs';
import { packedRun } from '../../scripts/panelRuns.mjs';
import { test } from './window.mjs';

const check = test.step;

export async function clicksOnRows(panel) {
  const { page } = panel;
  const { bytes, answer } = await packedRun('fit:samples/gauge.csv:level_cm:huber:kernel=gaussian:folds=3');
  await panel.open(bytes, { view: { tab: 'rows' }, width: 1082 });
  await answerAsked(panel, answer);
  const boxes = page.locator('.row-list input');
  const suspects = await boxes.count();
  await check('suspects are chosen, and what they share is told', async () => {
    assert.ok(suspects > 2);
    assert.equal(await page.locator('.row-list input:checked').count(), suspects);
    assert.notEqual(await page.locator('.chosen .say').textContent(), '');
    assert.deepEqual(await layoutFaults(page), []);
  });
  await check(
    'arrows move through the rows, Space leaves one in, Enter opens its line, and the card follows',
    async () => {
      await boxes.first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      assert.equal(await page.locator('.row-list input:checked').count(), suspects - 1);
      await page.keyboard.press('Enter');
      assert.ok((await panel.last('openLine')).line > 1);
      await answerAsked(panel, answer);
      const row = await page.locator('.row-list tr[data-row]').nth(1).getAttribute('data-row');
      assert.equal(await page.locator('.row-number').inputValue(), row);
      assert.match((await page.locator('.row-card .say').first().textContent()) ?? '', /the fit predicts/);
    },
  );
  await check('another value moves the prediction, and Original Values takes it back', async () => {
    const field = page.locator('.cells input').first();
    const own = await field.inputValue();
    await field.fill(String(Number(own) + 1));
    await answerAsked(panel, answer);
    assert.match((await page.locator('.changed').textContent()) ?? '', /With these values the fit predicts/);
    await page.locator('.row-card vscode-button').click();
    assert.equal(await page.locator('.cells input').first().inputValue(), own);
    assert.equal(await page.locator('.changed').isVisible(), false);
  });
  await check('the chosen rows are saved, and left out', async () => {
    await page.getByText('Save Rows as CSV…').click();
    const { rows } = await panel.last('saveRows');
    await page.getByText('Leave Out and Fit Again').click();
    assert.deepEqual((await panel.last('change')).change, { kind: 'leaveOut', rows });
  });
  await check('a rectangle chooses held-out rows, and Clear brings the suspects back', async () => {
    await page.locator('.brush').focus();
    await page.keyboard.press('Enter');
    await settled(page);
    assert.equal(await page.locator('.listed h2').textContent(), 'Rows in the rectangle');
    await page.locator('.listed vscode-button').click();
    await settled(page);
    assert.equal(await page.locator('.listed h2').textContent(), 'Suspected outliers');
  });
}

export async function clicksOnMistakes(panel) {
  const { page } = panel;
  const { bytes, answer } = await packedRun('fit:samples/leaves.csv:shrub:krr:kernel=gaussian:folds=3');
  await panel.open(bytes, { view: { tab: 'rows' }, width: 1082 });
  await answerAsked(panel, answer);
  await check('mistakes of held-out and training rows are listed, the most confident first', async () => {
    assert.match(
      (await page.locator('.listed .say').textContent()) ?? '',
      /^\d+ of 66 held-out rows and \d+ of 264 training rows are predicted as another class, each by a fit that has not seen it\./,
    );
    const cells = await page.locator('.row-list tbody tr').first().locator('td:not(.row-pick)').allTextContents();
    assert.notEqual(cells[1], cells[2]);
    assert.deepEqual(await layoutFaults(page), []);
  });
  await check('a mistake is chosen, told from the others, left out', async () => {
    for (const box of await page.locator('.row-list input:checked').all()) await box.uncheck();
    await page.locator('.row-list input').first().check();
    await answerAsked(panel, answer);
    const row = await page.locator('.row-list tr[data-row]').first().getAttribute('data-row');
    await page.getByText('Leave Out and Fit Again').click();
    assert.deepEqual((await panel.last('change')).change, { kind: 'leaveOut', rows: row });
    assert.match(
      (await page.locator('.row-card .say').first().textContent()) ?? '',
      /the fit predicts .* with probability/,
    );
  });
}

export async function clicksOnColumns(panel) {
  const { page } = panel;
  const { bytes, answer } = await packedRun('fit:samples/flats.csv:rent:krr:kernel=gaussian:folds=3');
  await panel.open(bytes, { view: { tab: 'columns' }, width: 1082 });
  const measured = async () => {
    assert.match(
      (await page.locator('.columns-tab .say').textContent()) ?? '',
      /^With area_m2 shuffled the error rises by \d+\. \d of 7 rises are beyond chance\.$/,
    );
    assert.equal(await page.locator('.columns-list tbody th').first().textContent(), 'area_m2');
    assert.equal(await page.getByText('Measure on Held-out Rows').isVisible(), false);
    assert.deepEqual(await layoutFaults(page), []);
  };
  await check('columns are measured with the fit, the one that matters most first', async () => {
    await measured();
    assert.deepEqual(await panel.messages('ask'), []);
  });
  await check('those of a run of an earlier version are measured when that is asked for', async () => {
    const { without } = await bundled(`
      import { pack, unpack } from './src/engine/contract/pack.ts';
      export const without = (bytes) => pack({ ...unpack(bytes), importance: undefined });`);
    await panel.open(without(bytes), { view: { tab: 'columns' }, width: 1082 });
    assert.equal(await page.getByText('Measure on Held-out Rows').isVisible(), true);
    assert.deepEqual(await panel.messages('ask'), []);
    await answerAsked(panel, answer);
    assert.equal((await panel.messages('ask')).length, 1);
    await measured();
  });
  await check('a column is left out by the keyboard, and the fit repeated without it', async () => {
    const box = page.locator('.columns-list input').last();
    const column = await page.locator('.columns-list tbody th').last().textContent();
    await box.focus();
    await page.keyboard.press('Space');
    await page.getByText('Fit Again without 1 Column').click();
    const { change } = await panel.last('change');
    assert.equal(change.kind, 'columns');
    assert.ok(!change.features.includes(column) && change.features.includes('area_m2'));
  });
}
