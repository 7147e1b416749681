// A person's actions on ways to fit a large file, with a stand-in for the editor on the other side.
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

const lead = () => panel.page.locator('.advice .lead').textContent();
const taken = async () => (await panel.messages('takeWay')).map((message) => Reflect.get(message, 'way'));
const line = (name) => panel.page.getByRole('radio', { name });

test('a dot and its line are one choice, and the button fits it', async () => {
  const { page } = panel;
  await panel.advise(await packedComparison('advice'));
  await check('the recommended way is chosen', async () => {
    assert.match((await lead()) ?? '', /^2,000 landmarks take 5 to 13 s and 408 MB; expect the error 0\.9/);
    assert.equal(await line(/^2,000 landmarks, recommended/).isChecked(), true);
  });
  await check('a line by mouse', async () => {
    await page.getByText('4,000 random features').click();
    assert.match((await lead()) ?? '', /^4,000 random features take 20 to 52 s/);
    assert.equal(await page.locator('tr.shown').count(), 1);
  });
  await check('a dot by mouse', async () => {
    const canvas = page.locator('figure canvas');
    const box = await canvas.boundingBox();
    assert.ok(box);
    // The dot of the smallest number of random features is the highest of all, and the furthest left.
    for (let y = 20; y < box.height && !/^250 random features/.test((await lead()) ?? ''); y += 8)
      for (let x = 60; x < box.width / 3 && !/^250 random features/.test((await lead()) ?? ''); x += 8)
        await canvas.click({ position: { x, y } });
    assert.equal(await line(/^250 random features/).isChecked(), true);
  });
  await check('what is too large cannot be chosen', async () => {
    await page.locator('tr.off td').first().click();
    assert.match((await lead()) ?? '', /^250 random features/);
    assert.equal(await line(/^all rows, exact/).isDisabled(), true);
  });
  await page.getByRole('button', { name: 'Fit with 250 Random Features' }).click();
  assert.deepEqual(await taken(), [10]);
});

test('by keys alone: arrows choose, Enter fits, and the new choice is told', async () => {
  const { page } = panel;
  await panel.advise(await packedComparison('advice'));
  assert.equal(await line(/^2,000 landmarks/).evaluate((radio) => radio === document.activeElement), true);
  await page.keyboard.press('ArrowDown');
  assert.match((await lead()) ?? '', /^1,000 landmarks/);
  await page.locator('[aria-live=polite]', { hasText: '1,000 landmarks take' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  assert.deepEqual(await taken(), [2]);
});

test('in every theme and width nothing overlaps or is cut off, and another theme is followed', async () => {
  for (const width of [420, 772, 1082, 1112, 1600]) {
    await panel.advise(await packedComparison('advice'), { width });
    for (const theme of Object.keys(THEMES)) {
      await panel.retheme(theme);
      await settled(panel.page);
      assert.deepEqual(await layoutFaults(panel.page), [], `${theme} ${width}`);
    }
    const wide = await panel.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(wide, `${width}`);
    const table = panel.page.locator('.ways .scroll');
    assert.ok(await table.evaluate((box) => box.scrollWidth <= box.clientWidth), `the table fits at ${width}`);
  }
});
