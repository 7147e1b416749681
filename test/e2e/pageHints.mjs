// Words that explain themselves, under the pointer and by keyboard.
import assert from 'node:assert/strict';
import { packedRun } from '../../scripts/panelRuns.mjs';

const hint = (page) => page.locator('.hint');
const box = async (locator) => {
  const found = await locator.boundingBox();
  assert.ok(found);
  return found;
};
const apart = (a, b) => a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;

export function clicksOnHints(test) {
  for (const width of [400, 1082])
    test(`a word explains itself under the pointer at ${width} px, beside what it explains`, async ({ panel }) => {
      const { page } = panel;
      await panel.open((await packedRun('example')).bytes, { width, view: { tab: 'risk' } });
      const word = page.locator('[data-figure="risk-lambda"] [data-terms]').first();
      await word.hover();
      await hint(page).waitFor({ state: 'visible' });
      assert.match(await hint(page).innerText(), /Bias² The part of the error from smoothing too much/);
      const shown = await box(hint(page));
      assert.ok(apart(shown, await box(word)), 'the explanation covers its word');
      assert.ok(shown.x >= 0 && shown.x + shown.width <= width, 'it keeps within the page');
      assert.equal(await word.getAttribute('aria-describedby'), 'hint-words');
      // The pointer may go to it.
      await page.mouse.move(shown.x + 20, shown.y + 12, { steps: 6 });
      await hint(page).getByRole('button', { name: 'More about Bias²' }).click();
      const [{ anchor }] = await panel.messages('explain');
      assert.equal(anchor, 'methods.md#what-every-run-shows');
      await page.keyboard.press('Escape');
      await hint(page).waitFor({ state: 'hidden' });
      assert.equal(await word.getAttribute('aria-describedby'), null);
    });

  test('by keyboard a tab explains itself, and ? walks through the words of the tab in front', async ({ panel }) => {
    const { page } = panel;
    await panel.open((await packedRun('example')).bytes, { view: { tab: 'spectrum' } });
    const tab = page.getByRole('tab', { name: 'Spectrum' });
    const stops = await page.locator('[tabindex="0"]').count();
    await page.keyboard.press('Tab');
    await tab.focus();
    await hint(page).waitFor({ state: 'visible' });
    assert.match(await hint(page).innerText(), /^Eigenvalue How large a direction is to the kernel/);
    await page.keyboard.press('?');
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
    assert.equal(await focused(), 'Spectrum');
    const seen = new Set();
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('ArrowRight');
      seen.add(await focused());
      assert.ok(await hint(page).isVisible());
    }
    assert.equal(await page.locator('[role=tab][aria-selected=true]').textContent(), 'Spectrum');
    for (const word of ['λ', 'Filter', 'direction i']) assert.ok(seen.has(word), [...seen].join());
    assert.ok(!seen.has('Alignment'), 'the tabs explain themselves when the focus comes to them');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    assert.equal((await panel.messages('explain')).length, 1);
    await page.keyboard.press('Escape');
    await hint(page).waitFor({ state: 'hidden' });
    assert.equal(await focused(), 'Spectrum');
    // Words were walked through, and are no stops of the Tab key.
    assert.equal(await page.locator('[tabindex="0"]').count(), stops);
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('[role=tab][aria-selected=true]').textContent(), 'Alignment');
  });

  test('a word on a canvas explains itself where it stands', async ({ panel }) => {
    const { page } = panel;
    await panel.open((await packedRun('example')).bytes, { view: { tab: 'risk' } });
    const label = page.locator('[data-figure="errors-lambda"] .labels').getByLabel('GCV');
    await label.hover();
    await hint(page).waitFor({ state: 'visible' });
    assert.match(await hint(page).innerText(), /^GCV Generalised cross-validation/);
    // It stands where the word is drawn: there is ink below it.
    const ink = await label.evaluate((span) => {
      const canvas = span.closest('.box').querySelector('canvas');
      const [to, of] = [span.getBoundingClientRect(), canvas.getBoundingClientRect()];
      const scale = canvas.width / of.width;
      const at = [to.left - of.left, to.top - of.top, to.width, to.height].map((v) => Math.round(v * scale));
      const pixels = new Uint32Array(canvas.getContext('2d').getImageData(...at).data.buffer);
      return pixels.filter((pixel) => pixel !== pixels[0]).length / pixels.length;
    });
    assert.ok(ink > 0.05, `${ink}`);
  });

  test('? is a letter where one types', async ({ panel }) => {
    const { page } = panel;
    await panel.open((await packedRun('example')).bytes, { view: { tab: 'risk' } });
    await page.locator('.number').first().focus();
    await page.keyboard.press('?');
    assert.equal(await hint(page).isVisible(), false);
  });
}
