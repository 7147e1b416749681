// A person's view of the race and actions on its candidates: they come in while it runs, and one that is chosen is
// fitted.
import assert from 'node:assert/strict';
import { layoutFaults, settled } from '../../scripts/panelPage.mjs';
import { test } from './window.mjs';

const check = test.step;

/** `many` is a run fitted by landmarks whose race has random features too. */
export async function clicksOnApproximations(panel, many) {
  const { page } = panel;
  const lane = (id) => page.locator(`figure[data-figure=race] [data-lane="${id}"]`);
  await panel.open(many.bytes);
  await page.getByText('All kernels').click();
  await check(
    'random features are fitted by Enter and by a click, and the lane of the fit itself is no button',
    async () => {
      assert.equal(await lane('landmarks').evaluate((one) => one.tagName), 'DIV');
      assert.match((await lane('landmarks').textContent()) ?? '', /this fit/);
      const before = (await panel.messages('change')).length;
      await lane('landmarks').click();
      assert.equal((await panel.messages('change')).length, before);
      await page.locator('figure[data-figure=race] button.lane[tabindex="0"]').focus();
      await page.keyboard.press('End');
      assert.equal(await lane('features').evaluate((one) => one === document.activeElement), true);
      const act = [() => page.keyboard.press('Enter'), () => lane('features').click()];
      for (const [i, once] of act.entries()) {
        await once();
        await page.waitForFunction((n) => window.sent.filter((m) => m.type === 'change').length === n, before + i + 1);
        const { change } = await panel.last('change');
        assert.deepEqual(change, { kind: 'approximation', lane: 'features' });
        await panel.send({ type: 'idle' });
      }
    },
  );
}

/** `racing` is a run whose race is open, `decided` the same with the race done. */
export async function clicksOnLanes(panel, racing, decided) {
  const { page } = panel;
  const figure = page.locator('figure[data-figure=race]');
  const lane = (id) => figure.locator(`[data-lane="${id}"]`);
  const looks = () => figure.locator('.lane').evaluateAll((all) => all.map((one) => one.dataset.look));
  /** The positions and sizes of everything on the first screen. */
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.lane, .lane .plot, figure, h2')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join();
      }),
    );
  await panel.open(racing.bytes);
  await check('while the race runs every candidate has its lane, in the order of the race', async () => {
    assert.deepEqual((await looks()).slice(0, 5), ['baseline', 'baseline', 'baseline', 'first', 'started']);
    assert.ok((await looks()).slice(5).every((look) => look === 'waits'));
    assert.equal(await lane('gaussian').locator('.beside').textContent(), '3 of 10 folds');
  });
  await check('in place of next steps stand how many are done, and Stop, which can be pressed once', async () => {
    const line = page.locator('.racing-line');
    assert.match(
      (await line.textContent()) ?? '',
      /^Preliminary figures from some of the rows\.3 of 9 candidates done, the others judged on 3 of 10 folds\./,
    );
    await panel.send({ type: 'progress', fraction: 0.3, stage: 'comparison 4 of 18' });
    await page.waitForFunction(() => document.querySelector('.racing-line progress')?.getAttribute('value') !== '0');
    // The strip does not repeat what the line says; on other tabs it does.
    assert.equal(await page.locator('.controls .told').isVisible(), false);
    await page.getByRole('tab', { name: 'Spectrum' }).click();
    await page.getByText('Comparison 4 of 18…').waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    const stop = line.locator('vscode-button');
    await stop.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    assert.equal((await panel.messages('finishRace')).length, 1);
    assert.match((await line.textContent()) ?? '', /Ending the comparison: the best so far is fitted next/);
  });
  await panel.open(racing.bytes);
  await check('a message of the race draws its lanes and moves nothing else', async () => {
    await settled(page);
    const before = await places();
    const { runId } = (await panel.last('state')).view;
    const now = racing.race.lanes.map((one, i) =>
      one.baseline ? one : { ...decided.race.lanes[i], difference: undefined },
    );
    const race = { ...racing.race, lanes: now };
    await panel.send({ type: 'race', runId: 'another', race });
    await panel.send({ type: 'race', runId, race });
    await page.waitForFunction(
      () => document.querySelector('[data-lane=laplace]')?.getAttribute('data-look') === 'full',
    );
    await settled(page);
    assert.deepEqual(await places(), before);
    assert.deepEqual(await layoutFaults(page), []);
  });
  await panel.open(decided.bytes);
  await page.getByText('All kernels').click();
  // The fold draws its lanes once it has opened.
  await lane('laplace').waitFor();
  await check('the lane of the run is pressed; each says its numbers to a screen reader', async () => {
    assert.equal(await figure.locator('[aria-pressed=true]').count(), 1);
    assert.match(
      (await lane('laplace').getAttribute('aria-label')) ?? '',
      /^Laplace: 10-fold RMSE 1\.50, \+0\.10 plus/,
    );
  });
  await check('arrow keys move among the lanes that can be fitted, and Enter fits one', async () => {
    await figure.locator('button.lane[tabindex="0"]').focus();
    await page.keyboard.press('End');
    assert.equal(await lane('sum').evaluate((one) => one === document.activeElement), true);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.sent.some((m) => m.type === 'change'));
    assert.deepEqual((await panel.last('change')).change, {
      kind: 'kernel',
      kernel: 'sum',
      byColumn: false,
    });
    await panel.send({ type: 'idle' });
  });
  await check('a click fits, but what has no kernel cannot be chosen', async () => {
    await lane('line').click();
    assert.equal((await panel.last('change')).change.kernel, 'linear');
    const before = (await panel.messages('change')).length;
    await lane('mean').click();
    assert.equal((await panel.messages('change')).length, before);
    await panel.send({ type: 'idle' });
  });
  await check('lanes are a table, and a figure again', async () => {
    await figure.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    assert.equal(await figure.getByRole('row').count(), 10);
    await figure.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Show as figure' }).click();
    assert.equal((await looks()).length, 9);
  });
}
