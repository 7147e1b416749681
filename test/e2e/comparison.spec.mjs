// A person's actions in the panel of a comparison, with a stand-in for the editor on the other side.
import assert from 'node:assert/strict';
import { packedComparison } from '../../scripts/comparisons.mjs';
import { layoutFaults, settled, THEMES } from '../../scripts/panelPage.mjs';
import { test } from './window.mjs';

const check = test.step;

test.use({ entry: 'src/webview/comparison.ts' });
/** @type {import('./window.mjs').Panel} */
let panel;
test.beforeEach(({ panel: given }) => {
  panel = given;
});

const lead = () => panel.page.locator('.runs .lead').textContent();
const pin = (row) => panel.page.locator('.pinning').nth(row);

test('runs are pinned, opened, chosen, measured otherwise and saved by mouse', async () => {
  const { page } = panel;
  await panel.compare(await packedComparison('runs'));
  await check('what the page shows is remembered at once', async () => {
    assert.deepEqual((await panel.last('compareState')).view, { runIds: [] });
    assert.match((await lead()) ?? '', /^Huber lowers the mean absolute error on new rows by .+ against Gaussian/);
  });
  await check('another pin turns every difference', async () => {
    await pin(2).click();
    assert.equal((await panel.last('compareState')).view.baseline, 'huber');
    assert.match((await lead()) ?? '', /^Huber has the lowest error/);
    assert.equal(await pin(2).getAttribute('aria-pressed'), 'true');
    assert.equal(await pin(0).getAttribute('aria-pressed'), 'false');
  });
  await check('a name opens its run', async () => {
    await page.getByRole('button', { name: 'Open Short Gaussian' }).click();
    assert.equal((await panel.last('openRun')).id, 'short');
  });
  await check('another measure is remembered beside the pin', async () => {
    await page.getByLabel('Measured by').selectOption({ label: 'root mean squared error' });
    assert.deepEqual((await panel.last('compareState')).view, { runIds: [], baseline: 'huber', measure: 'rmse' });
  });
  await check('runs are chosen, and the table is saved in full precision', async () => {
    await page.getByText('Choose Runs…').click();
    assert.ok(await panel.last('chooseRuns'));
    await page.getByText('Save Table…').click();
    const text = await page.evaluate(() =>
      new TextDecoder().decode(window.sent.findLast((message) => message.type === 'save')?.bytes),
    );
    const [head, ...rows] = text.trim().split('\r\n');
    assert.match(head, /^run,target,measure,error,/);
    assert.equal(rows.length, 4);
    assert.ok(
      rows.every((row) => /^[^,]+,pressure,rmse,\d+\.\d{6,},/.test(row)),
      text,
    );
  });
});

test('the same by keys, and the focus stays', async () => {
  const { page } = panel;
  await panel.compare(await packedComparison('runs'));
  await pin(1).focus();
  await page.keyboard.press('Enter');
  assert.equal((await panel.last('compareState')).view.baseline, 'short');
  assert.equal(await pin(1).evaluate((button) => button === document.activeElement), true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal((await panel.last('openRun')).id, 'short');
  await page.getByRole('button', { name: 'More for Difference on the same rows' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Save as SVG…' }).press('Enter');
  await page.waitForFunction(() => window.sent.some((message) => message.type === 'save'));
  const { name, format } = await panel.last('save');
  assert.deepEqual([name, format], ['pumps-pressure-difference-on-the-same-rows', 'svg']);
});

test('a candidate of a race is fitted, which can be cancelled', async () => {
  const { page } = panel;
  await panel.compare(await packedComparison('race'));
  await page
    .getByRole('button', { name: /^Matérn 3\/2: 10-fold RMSE 1\.14, .*Fits it to all training rows\.$/ })
    .click();
  assert.equal((await panel.last('fitCandidate')).lane, 'matern32');
  await panel.send({ type: 'progress', fraction: 0.4, stage: 'fitting' });
  await page.locator('.under-way .progress').getByText('Cancel').click();
  assert.ok(await panel.last('cancel'));
  await panel.send({ type: 'idle' });
  await page.waitForFunction(() => document.querySelector('.under-way')?.childElementCount === 0);
  await panel.send({ type: 'failure', failure: { code: 'run/unreadable', message: 'These runs are gone.' } });
  await page.getByRole('alert').getByText('These runs are gone.').waitFor();
});

for (const width of [400, 1082, 1600])
  test(`no text is cut off or over another at ${width} px, in any theme`, async () => {
    for (const name of ['runs', 'targets', 'classes2', 'classes3', 'race-run']) {
      await panel.compare(await packedComparison(name), { width });
      for (const theme of Object.keys(THEMES)) {
        await panel.retheme(theme);
        await settled(panel.page);
        assert.deepEqual(await layoutFaults(panel.page), [], `${name} ${theme}`);
      }
    }
  });
