// A person's actions on a robust run in the panel: its slider over a path, its own tabs, its list of suspects.
import assert from 'node:assert/strict';
import { layoutFaults, settled } from '../../scripts/panelPage.mjs';
import { test } from './window.mjs';

const check = test.step;

/** `plain` is a robust run with suspects, `still` one without values at every point of its path. */
export async function clicksOnStrength(panel, plain, still) {
  const { page } = panel;
  const strength = page.locator('.axis.strength');
  const slider = strength.locator('input[type=range]');
  const state = strength.locator('.state');
  const at = async () => Number(await slider.inputValue());
  const remembered = (wanted) =>
    page.waitForFunction((point) => window.sent.findLast((m) => m.type === 'state')?.view.at === point, wanted);
  await panel.open(plain.bytes);
  const fitted = await at();
  const points = Number(await slider.getAttribute('max'));

  await check('a robust run has a Path and its Rows among the tabs, by arrow keys too', async () => {
    await page.getByRole('tab', { name: 'Overview' }).focus();
    for (const name of ['Rows', 'Columns', 'Spectrum', 'Alignment', 'Path', 'Data']) {
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('[role=tab][aria-selected=true]').textContent(), name);
    }
    assert.equal((await panel.last('state')).view.tab, 'data');
  });
  await panel.open(plain.bytes, { view: { tab: 'risk' } });
  await check('its slider goes from point to point of the path by keys, and is remembered', async () => {
    assert.match(await state.textContent(), /^\S+ (by |set by you)/);
    await slider.focus();
    const step = fitted > points / 2 ? 'ArrowLeft' : 'ArrowRight';
    await slider.press(step);
    assert.equal(Math.abs((await at()) - fitted), 1);
    assert.match(await state.textContent(), /^fitted at /);
    await remembered(await at());
    await slider.press('Home');
    assert.equal(await at(), 0);
    await slider.press('End');
    assert.equal(await at(), points);
    await settled(page);
    assert.deepEqual(await layoutFaults(page), []);
  });
  await check('a typed strength takes the nearest point and says so; one of the path says nothing', async () => {
    const field = strength.locator('.number').first();
    await field.fill('1e9');
    assert.equal(await at(), points);
    assert.match(await state.textContent(), /^nearest point of the path to 1\.0.*; fitted at /);
    await field.press('Enter');
    const shown = await field.inputValue();
    assert.notEqual(shown, '1e9');
    await page.waitForFunction(() => /nearest point/i.test(document.querySelector('[aria-live]')?.textContent ?? ''));
    await field.fill(shown);
    await field.press('Enter');
    assert.doesNotMatch(await state.textContent(), /nearest/);
    await field.fill('much');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.press('Tab');
    assert.equal(await field.inputValue(), shown);
  });
  await check('the least and the one-standard-error points are a click or a key away', async () => {
    const names = await strength.locator('.pin-name').allTextContents();
    assert.ok(names.length > 0, 'no mark has a name');
    await strength.locator('.pin').first().focus();
    await page.keyboard.press('Enter');
    const there = await at();
    assert.notEqual(there, points);
    await page.getByText('Reset').click();
    await strength.locator('.state', { hasText: / by / }).waitFor();
    assert.equal(await at(), fitted);
    await remembered(undefined);
  });
  await check('"Use this" asks for a fit at the strength of the slider', async () => {
    await slider.focus();
    await slider.press('Home');
    await page.locator('vscode-button', { hasText: 'Use this' }).click();
    const { axis, value } = await panel.last('useStrength');
    assert.equal(axis, await strength.getAttribute('data-axis'));
    assert.ok(value > 0);
    await panel.send({ type: 'idle' });
  });
  await panel.open(plain.bytes, { view: { tab: 'rows', at: fitted } });
  await check('suspected outliers open their lines in the file', async () => {
    const rows = page.locator('.row-list tr[data-row]');
    assert.ok((await rows.count()) > 0, 'nobody is suspected');
    const row = Number(await rows.first().getAttribute('data-row'));
    await rows.first().locator('input').focus();
    await page.keyboard.press('Enter');
    assert.equal((await panel.last('openLine')).line, row + 1);
    assert.match(await page.locator('.listed .say').textContent(), /3\.5 robust scales/);
  });
  await check('figures of the rows follow the slider', async () => {
    const ink = () =>
      page
        .locator('canvas')
        .first()
        .evaluate((c) => c.toDataURL());
    const before = await ink();
    await page.getByRole('button', { name: 'Tune' }).click();
    await slider.press('Home');
    await page.waitForFunction((was) => document.querySelector('canvas')?.toDataURL() !== was, before);
  });
  await panel.open(plain.bytes, { view: { tab: 'rows', only: 'rows', at: 2 } });
  await check('the rows stand alone in a panel, where the slider stood', async () => {
    assert.equal(await page.getByRole('tablist').count(), 0);
    assert.match(await page.locator('.title p').textContent(), /^Rows · /);
    assert.equal(await at(), 2);
  });
  await panel.open(still.bytes, { view: { tab: 'risk' } });
  await check('without values along the path the slider says that predictions stay', async () => {
    await slider.focus();
    await slider.press(fitted > points / 2 ? 'ArrowLeft' : 'ArrowRight');
    assert.match(await state.textContent(), /predictions do not follow$/);
  });
}
