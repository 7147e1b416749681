// A person's actions in the panel, with a stand-in for the editor: every message of protocol.ts is seen.
import assert from 'node:assert/strict';
import { layoutFaults, settled } from '../../scripts/panelPage.mjs';
import { packedRun } from '../../scripts/panelRuns.mjs';
import { axeFaults } from './axe.mjs';
import { clicksOnComponents } from './pageComponents.mjs';
import { clicksOnForms } from './pageForm.mjs';
import { clicksOnHints } from './pageHints.mjs';
import { clicksOnColumns, clicksOnMistakes, clicksOnRows } from './pageImprove.mjs';
import { clicksOnApproximations, clicksOnLanes } from './pageLanes.mjs';
import { clicksOnStrength } from './pageStrength.mjs';
import { test } from './window.mjs';

const check = test.step;

const waitFor = ({ page }, type, count = 1) =>
  page.waitForFunction(([t, n]) => window.sent.filter((m) => m.type === t).length >= n, [type, count]);

test('the page and its tabs', async ({ panel }) => {
  const { page } = panel;
  await panel.open((await packedRun('example')).bytes);
  await check('the page says ready, then what it drew', async () => {
    const types = await page.evaluate(() => window.sent.map((m) => m.type));
    assert.equal(types[0], 'ready');
    await waitFor(panel, 'drawn');
    const drawn = await panel.last('drawn');
    assert.equal(drawn.tab, 'overview');
    assert.ok(drawn.milliseconds > 0);
  });
  await check('arrow keys move among the tabs, and the state is remembered', async () => {
    await page.getByRole('tab', { name: 'Overview' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('[role=tab][aria-selected=true]').textContent(), 'Columns');
    assert.equal(await page.getByRole('tabpanel').count(), 1);
    assert.equal((await panel.last('state')).view.tab, 'columns');
    await page.keyboard.press('End');
    assert.equal((await panel.last('state')).view.tab, 'data');
  });
  await check(
    'where tabs have no room, a menu counts and opens them; keys reach all, and the chosen one is there',
    async () => {
      const tabs = page.locator('[role=tab]');
      const all = await tabs.count();
      for (const width of [420, 480, 772, 1082]) {
        await page.setViewportSize({ width, height: 800 });
        await settled(page);
        await page.getByRole('tab', { selected: true }).focus();
        for (let i = 0; i < all; i++) {
          await page.keyboard.press('ArrowRight');
          assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-selected')), 'true');
          const seen = await page.locator('[role=tab]:visible').count();
          const more = await page.locator('.more-tabs:visible').allTextContents();
          assert.deepEqual(more, seen === all ? [] : [`${all - seen} more ▾`], `at ${width}`);
          const edge = await page.locator('.tab-row').evaluate((row) => {
            const ends = [...row.querySelectorAll('button')].map((b) => b.getBoundingClientRect().right);
            return Math.max(...ends) - row.getBoundingClientRect().right;
          });
          assert.ok(edge <= 0.5, `at ${width} the row ends with its last button`);
        }
      }
      await page.setViewportSize({ width: 420, height: 800 });
      await settled(page);
      await page.getByRole('button', { name: /more ▾/ }).press('ArrowDown');
      assert.deepEqual(await axeFaults(page), []);
      const last = page.getByRole('menuitem').last();
      const name = await last.textContent();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      assert.equal(await page.getByRole('tab', { selected: true }).textContent(), name);
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), name, 'the focus goes with it');
    },
  );
});

test('the first screen has under 150 words', async ({ panel }) => {
  const { page } = panel;
  for (const name of ['example:race', 'example:classes2', 'robust:suspects', 'robust:quantile']) {
    await panel.open((await packedRun(name)).bytes, { width: 1440, height: 900 });
    await settled(page);
    const words = await page.evaluate(() => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const seen = [];
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const host = node.parentElement;
        if (!host?.checkVisibility() || host.closest('.unseen')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        if (range.getBoundingClientRect().top < 900)
          seen.push(...(node.textContent?.match(/\p{L}[\p{L}'’-]*/gu) ?? []));
      }
      return seen;
    });
    assert.ok(words.length > 40 && words.length < 150, `${name}: ${words.length}, ${words.join(' ')}`);
  }
});

test('one slider', async ({ panel }) => {
  const { page } = panel;
  const { bytes } = await packedRun('example');
  const slider = page.locator('[data-axis=lambda] input[type=range]');
  const pressUse = async () => {
    await slider.focus();
    await slider.press('ArrowRight');
    // The button itself follows its attribute in the next frame: before, it takes no focus.
    await settled(page);
    await page.locator('vscode-button', { hasText: 'Use this' }).focus();
    await page.keyboard.press('Enter');
  };
  await panel.open(bytes);
  await check('the sliders wait behind Tune', async () => {
    assert.equal(await slider.isVisible(), false);
    await page.getByRole('button', { name: 'Tune' }).click();
    assert.equal(await slider.evaluate((one) => one === document.activeElement), true);
  });
  await check('the slider moves by keys, speaks both scales, and the numbers follow', async () => {
    const before = await page.locator('[data-lane=fit]').textContent();
    for (let i = 0; i < 10; i++) await slider.press('ArrowRight');
    await page.waitForFunction((was) => document.querySelector('[data-lane=fit]')?.textContent !== was, before);
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /per sample, n lambda /);
    await page.waitForFunction(() =>
      window.sent.some((m) => m.type === 'state' && m.view.filter?.kind === 'zones' && m.view.filter.lambda > 0),
    );
    await slider.press('Home');
    await slider.press('End');
    await settled(page);
    assert.deepEqual(await layoutFaults(page), []);
  });
  await check('a typed lambda moves n·lambda with it; nonsense is taken back', async () => {
    await page.locator('#lambda').fill('1e-3');
    await page.locator('#lambda').press('Enter');
    const total = Number(await page.locator('#n-lambda').inputValue());
    assert.ok(total > 0);
    await page.locator('#n-lambda').fill(String(total * 10));
    await page.locator('#n-lambda').press('Tab');
    assert.ok(Math.abs(Number(await page.locator('#lambda').inputValue()) / 1e-2 - 1) < 0.02);
    await page.locator('#lambda').fill('ten');
    assert.equal(await page.locator('#lambda').getAttribute('aria-invalid'), 'true');
    assert.match((await page.locator('.field-why').first().textContent()) ?? '', /^Type a number above 0/);
    await page.locator('#lambda').press('Tab');
    assert.ok(Number(await page.locator('#lambda').inputValue()) > 0);
    const why = page.locator('.field-why:visible');
    assert.match((await why.textContent()) ?? '', /^“ten” is no such number\. Type a number above 0/);
    assert.deepEqual(await layoutFaults(page), []);
    await page.keyboard.press('Shift');
    await why.waitFor({ state: 'hidden' });
  });
  await check('the marks are one stop of the Tab key, named, and arrow keys move among them', async () => {
    await slider.focus();
    await page.keyboard.press('Tab');
    const said = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    const first = await said();
    assert.match(first, /^Go to .+: /);
    const count = await page.locator('[data-axis=lambda] .pin').count();
    const all = new Set([first]);
    for (let i = 1; i < count; i++) {
      await page.keyboard.press('ArrowRight');
      all.add(await said());
    }
    assert.equal(all.size, count);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.doesNotMatch(await said(), /^Go to/);
    await page.getByText('Reset').click();
  });
  await check('"Use this" asks for a fit; its progress can be cancelled', async () => {
    const use = page.locator('vscode-button:not([disabled])', { hasText: 'Use this' });
    await pressUse();
    await waitFor(panel, 'use');
    const { filter } = await panel.last('use');
    assert.ok(filter.kind === 'zones' && filter.lambda > 0);
    await panel.send({ type: 'progress', fraction: 0.4, stage: 'decomposing the kernel matrix' });
    await page.getByText('Decomposing the kernel matrix…').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Cancel');
    await page.getByText('Cancel').click();
    await waitFor(panel, 'cancel');
    await panel.send({ type: 'idle' });
    await use.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Use this');
  });
  await check('with the run that came of it the focus is back on its slider', async () => {
    await pressUse();
    await panel.show({});
    assert.equal(await slider.evaluate((one) => one === document.activeElement), true);
  });
  await check('it follows another panel of the same run, and tells nobody', async () => {
    const { view } = await panel.last('state');
    const said = (await panel.messages('state')).length;
    const filter = { ...(await panel.last('use')).filter, lambda: 0.02 };
    await panel.send({ type: 'follow', view: { ...view, runId: 'another', filter } });
    assert.notEqual(await page.locator('#lambda').inputValue(), '0.02');
    await panel.send({ type: 'follow', view: { ...view, filter } });
    await page.waitForFunction(
      () => /** @type {HTMLInputElement | null} */ (document.querySelector('#lambda'))?.value === '0.02',
    );
    await settled(page);
    assert.equal((await panel.messages('state')).length, said);
  });
  await check('a command turns the tabs, round the end, with the focus', async () => {
    const front = () => page.locator('[role=tab][aria-selected=true]').textContent();
    await panel.send({ type: 'turnTab', by: -1 });
    await page.locator('[role=tab][aria-selected=true]', { hasText: 'Data' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Data');
    await panel.send({ type: 'turnTab', by: 1 });
    await page.locator('[role=tab][aria-selected=true]', { hasText: 'Overview' }).waitFor();
    assert.equal(await front(), 'Overview');
  });
  await check('Reset goes back to the fitted lambda', async () => {
    await page.getByText('Reset').click();
    await page.locator('.state', { hasText: / by / }).first().waitFor();
    assert.equal(await page.locator('vscode-button', { hasText: 'Use this' }).getAttribute('disabled'), '');
  });
  await check('sliders that another panel has moved are there unasked', async () => {
    const { filter } = await panel.last('use');
    await panel.open(bytes);
    assert.equal(await slider.isVisible(), false);
    const { view } = await panel.last('state');
    await panel.send({ type: 'follow', view: { ...view, filter: { ...filter, lambda: 0.02 } } });
    await slider.waitFor();
  });
  await check('the tab in front pops out; popped out it stands alone', async () => {
    await page.getByRole('button', { name: /separate panel/ }).click();
    assert.equal((await panel.last('popOut')).tab, 'overview');
    await panel.open(bytes, { view: { tab: 'risk', only: 'risk' } });
    assert.equal(await page.getByRole('tablist').count(), 0);
    assert.ok((await page.locator('canvas').count()) >= 2);
  });
});

test('figures, themes and failures', async ({ panel }) => {
  const { page } = panel;
  await panel.open((await packedRun('example')).bytes, { view: { tab: 'risk' } });
  const menu = page.locator('figure').first().getByRole('button', { name: /^More/ });
  const choose = async (name) => {
    await menu.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await check('a figure is saved as PNG, SVG and CSV', async () => {
    for (const [i, name] of ['Save as PNG…', 'Save as SVG…', 'Save data as CSV…'].entries()) {
      await choose(name);
      await waitFor(panel, 'save', i + 1);
    }
    const saved = await page.evaluate(() =>
      window.sent
        .filter((m) => m.type === 'save')
        .map((m) => ({ ...m, bytes: m.bytes.length, head: String.fromCharCode(...m.bytes.slice(0, 4)) })),
    );
    assert.deepEqual(
      saved.map((m) => m.format),
      ['png', 'svg', 'csv'],
    );
    assert.equal(saved[0].head, '\x89PNG');
    assert.equal(saved[1].head, '<svg');
    assert.ok(saved.every((m) => m.name === 'example-pressure-bias-and-variance' && m.bytes > 300));
    const caption = 'example.csv · pressure · Kernel ridge regression · Gaussian kernel';
    const [drawing] = await page.evaluate(() =>
      window.sent.flatMap((m) => (m.type === 'save' && m.format === 'svg' ? [new TextDecoder().decode(m.bytes)] : [])),
    );
    assert.ok(drawing.includes(`>${caption}</text>`) && drawing.match(/<desc>.*<\/desc>/)?.[0].includes(caption));
  });
  await check('a PNG is of the editor’s theme, or light where that is asked', async () => {
    await choose('Save as PNG, light…');
    await waitFor(panel, 'save', 4);
    const corners = await page.evaluate(() =>
      Promise.all(
        window.sent
          .flatMap((m) => (m.type === 'save' && m.format === 'png' ? [m.bytes] : []))
          .map(async (bytes) => {
            const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext('2d');
            context?.drawImage(image, 0, 0);
            return [...(context?.getImageData(2, 2, 1, 1).data ?? [])].slice(0, 3);
          }),
      ),
    );
    assert.deepEqual(corners, [
      [31, 31, 31],
      [255, 255, 255],
    ]);
  });
  await check('the menu opens by key, moves by arrows and closes by Escape', async () => {
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Copy image');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('menu').count(), 0);
    assert.equal(await menu.evaluate((b) => b === document.activeElement), true);
  });
  await check('a figure becomes a table that follows the slider, and a figure again', async () => {
    await choose('Show as table');
    const table = page.locator('figure').first().getByRole('table');
    assert.ok((await table.getByRole('row').count()) > 10);
    await choose('Show as figure');
    await page.locator('figure').first().locator('canvas').waitFor();
  });
  await check('largest residuals open their lines; Change… asks for other columns', async () => {
    await page.getByRole('tab', { name: 'Rows' }).click();
    const link = page.locator('.listed .link').first();
    if (await link.count()) {
      await link.click();
      assert.ok((await panel.last('openLine')).line >= 1);
    }
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.getByText('Change…').click();
    await waitFor(panel, 'changeData');
  });
  await check('a point of the held-out rows opens its line', async () => {
    await page.getByRole('tab', { name: 'Rows' }).click();
    const canvas = page.locator('figure[data-figure=residuals] canvas');
    const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
    const before = (await panel.messages('openLine')).length;
    for (let x = 60; x < width - 20 && (await panel.messages('openLine')).length === before; x += 12)
      await canvas.click({ position: { x, y: height / 2 } });
    assert.ok((await panel.messages('openLine')).length > before, 'no point along the middle opened a line');
  });
  await check('another theme recolours everything', async () => {
    const ink = () =>
      page
        .locator('canvas')
        .first()
        .evaluate((/** @type {HTMLCanvasElement} */ c) => c.toDataURL());
    const dark = await ink();
    await panel.retheme('hc-light');
    await page.waitForFunction((was) => document.querySelector('canvas')?.toDataURL() !== was, dark);
  });
  await check('a failure is told in words and can be dismissed', async () => {
    await panel.send({
      type: 'failure',
      failure: { code: 'engine/crashed', message: 'The engine stopped. Fit again.' },
    });
    await page.getByRole('alert').getByText('The engine stopped. Fit again.').waitFor();
    await page.getByText('Dismiss').click();
    assert.equal(await page.getByRole('alert').count(), 0);
  });
  await check('a run that cannot be read is a defect, told in the page and to the log', async () => {
    await panel.send({ type: 'show', run: new Uint8Array(), view: { runId: 'x', tab: 'overview' } });
    await waitFor(panel, 'defect');
    await page.getByRole('alert').getByText('internal error').waitFor();
  });
});

test('the race', async ({ panel }) =>
  clicksOnLanes(panel, await packedRun('example:racing'), await packedRun('example:race')));

test('the race of a large file', async ({ panel }) => clicksOnApproximations(panel, await packedRun('example:many')));

test('three sliders and the maps', async ({ panel }) => clicksOnZones(panel, await packedRun('example:three-zone')));

test('figures that a frame has no time for are drawn in the next ones', async ({ panel }) => {
  const { page } = panel;
  await panel.open((await packedRun('example:three-zone')).bytes, { view: { tab: 'risk' }, height: 4000 });
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => {
      ahead += 5;
      return now() + ahead;
    };
  });
  const slider = page.locator('[data-axis=r] input[type=range]');
  const pictures = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('canvas')].filter((c) => c.checkVisibility()).map((c) => c.toDataURL()),
    );
  const drawnAnew = async () => {
    await page.getByRole('tab', { name: 'Alignment' }).click();
    await page.getByRole('tab', { name: 'Excess risk' }).click();
    await settled(page);
    return pictures();
  };
  await slider.press('End');
  const atEnd = await drawnAnew();
  for (let step = 0; step < 8; step++) await slider.press('ArrowLeft');
  const before = await drawnAnew();
  assert.ok(atEnd.filter((picture, i) => picture !== before[i]).length > 2, 'r moves too few figures');
  await slider.press('End');
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('canvas')]
        .filter((c) => c.checkVisibility())
        .every((c, i) => c.toDataURL() === wanted[i]),
    atEnd,
  );
});

for (const [name, sliders] of Object.entries({
  'example:three-zone': ['lambda', 'k', 'r'],
  'example:classes2': ['lambda', 'threshold'],
  'robust:suspects': ['lambda'],
}))
  test(`a step of any slider makes no list anew and draws few figures, on every tab, and all follow at rest: ${name}`, async ({
    panel,
  }) => {
    const { page } = panel;
    const { bytes, tabs } = await packedRun(name);
    for (const tab of tabs.filter((one) => one !== 'data')) {
      await panel.open(bytes, { view: { tab } });
      const axes = await page
        .locator('[data-axis]')
        .evaluateAll((/** @type {HTMLElement[]} */ all) => all.map(({ dataset }) => dataset.axis ?? ''));
      assert.equal(axes.length, sliders.length, axes.join());
      for (const axis of axes) {
        const { made, drawn } = await page.evaluate(stepsOf, axis);
        assert.deepEqual(made, [], `${tab}, ${axis}`);
        // The cost of drawing in a frame is measured by counting figures: the clock stands still.
        assert.ok(Math.max(...drawn) <= 4, `${tab}, ${axis}: ${drawn} figures drawn`);
      }
      await page.waitForTimeout(300);
      await settled(page);
      const words = () => page.locator('main').innerText();
      const followed = await words();
      await panel.open(bytes, { view: (await panel.last('state')).view });
      assert.equal(await words(), followed, `${tab} at rest is as it opens there`);
    }
  });

/**
 * Runs in the page: moves a slider, and returns which elements of lists and figures were made, and how many figures
 * each step drew.
 */
async function stepsOf(/** @type {string} */ axis) {
  /** @type {string[]} */
  const made = [];
  const watch = new MutationObserver((all) => {
    for (const node of all.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element && node.matches('tr, table, canvas, button, option, li, figure'))
        made.push(node.tagName);
  });
  watch.observe(document.querySelector('main') ?? document, { childList: true, subtree: true });
  const { clearRect } = CanvasRenderingContext2D.prototype;
  let cleared = new Set();
  CanvasRenderingContext2D.prototype.clearRect = function (x, y, w, h) {
    if (this.canvas.isConnected) cleared.add(this.canvas);
    clearRect.call(this, x, y, w, h);
  };
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  /**
   * Waits until the effects of an earlier slider move are over, for twenty frames in which nothing is made or drawn;
   * the page rests within ten.
   */
  for (let still = 0; still < 20; still++) {
    await frame();
    if (cleared.size + made.length > 0) still = -1;
    cleared.clear();
    made.length = 0;
  }
  const now = performance.now.bind(performance);
  const begun = now();
  performance.now = () => begun;
  const drawn = [];
  const slider = document.querySelector(`[data-axis="${axis}"] input[type=range]`);
  for (const share of [0.3, 0.35, 0.4, 0.45, 0.6]) {
    if (!(slider instanceof HTMLInputElement)) break;
    slider.valueAsNumber = share * Number(slider.max);
    slider.dispatchEvent(new Event('input'));
    cleared = new Set();
    await frame();
    drawn.push(cleared.size);
  }
  await Promise.resolve();
  watch.disconnect();
  CanvasRenderingContext2D.prototype.clearRect = clearRect;
  performance.now = now;
  return { made, drawn };
}

test('classes', async ({ panel }) => clicksOnTargets(panel, await packedRun('example:classes')));

test('a path along a strength', async ({ panel }) =>
  clicksOnStrength(panel, await packedRun('robust:suspects'), await packedRun('robust:still')));

clicksOnForms(test);
clicksOnHints(test);

test('principal components', async ({ panel }) => clicksOnComponents(panel, await packedRun('components:nystrom')));

test('before there is a run', async ({ panel }) => {
  const { page } = panel;
  await panel.open(undefined);
  await check('the page says what it is before it has anything to show', async () => {
    await page.getByText('Opening Kernelscope…').waitFor();
  });
  await check('a first fit shows its progress before there is a run', async () => {
    await panel.send({ type: 'progress', fraction: 0.2, stage: 'reading airfoil.csv' });
    await page.getByText('Reading airfoil.csv…').waitFor();
    await page.getByText('Cancel').click();
    await waitFor(panel, 'cancel');
  });
});

/** Three sliders, the maps, and what moves the sliders from elsewhere. */
async function clicksOnZones(panel, { bytes }) {
  const { page } = panel;
  const field = (id) => page.locator(`#${id}`);
  const value = async (id) => Number((await field(id).inputValue()).replaceAll(',', ''));
  await panel.open(bytes, { view: { tab: 'risk' } });
  await check('k makes r give way, whole numbers only, and every path over another axis follows', async () => {
    const before = await page.locator('figure[data-figure=errors-lambda] .say').textContent();
    const r = await value('r');
    await field('k').fill(String(r + 5));
    await field('k').press('Enter');
    assert.ok((await value('r')) > (await value('k')) - 1);
    await page.waitForFunction(
      (was) => document.querySelector('figure[data-figure=errors-lambda] .say')?.textContent !== was,
      before,
    );
    const slider = page.locator('[data-axis=k] input[type=range]');
    const k = await value('k');
    await slider.focus();
    await slider.press('ArrowLeft');
    assert.ok((await value('k')) < k && Number.isInteger(await value('k')));
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^k \d+$/);
  });
  await check('a click in the map chooses both of its values', async () => {
    await page.getByText('Reset').click();
    const before = [await value('lambda'), await value('k')];
    const canvas = page.locator('figure[data-figure=risk-map] canvas');
    await canvas.scrollIntoViewIfNeeded();
    const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
    await canvas.click({ position: { x: width * 0.3, y: height * 0.3 } });
    await page.waitForFunction(
      (was) => /** @type {HTMLInputElement | null} */ (document.querySelector('#k'))?.value !== was,
      String(before[1]),
    );
    assert.ok((await value('lambda')) < before[0], 'left of the middle lies less λ');
  });
  await check('the maps can be over another pair of axes, and it is remembered', async () => {
    await page.locator('#map-axes').selectOption('k and r');
    await page.getByRole('heading', { name: 'Estimated risk over k and r' }).waitFor();
    await page.waitForFunction(() => window.sent.some((m) => m.type === 'state' && m.view.pair?.join() === 'k,r'));
  });
  await panel.open(bytes, { view: { tab: 'alignment' } });
  await check('the stretch that exponents are fitted on can be set and reset', async () => {
    const title = () => page.locator('caption', { hasText: 'Rates' }).textContent();
    const before = await title();
    await page.locator('#from-alignment').fill('2');
    await page.locator('#to-alignment').fill('60');
    await page.getByText('Rates, fitted on i = 2…60').waitFor();
    await page.waitForFunction(() => window.sent.some((m) => m.type === 'state' && m.view.range?.join() === '2,60'));
    await page.getByText('Default range').click();
    assert.equal(await title(), before);
  });
  await panel.open((await packedRun('example:aligned')).bytes, { view: { tab: 'alignment' } });
  await check('a suggested λ moves its slider', async () => {
    const before = await value('lambda');
    await page.getByText(/^Move the slider to λ/).click();
    assert.notEqual(await value('lambda'), before);
  });
}

async function clicksOnTargets(panel, { bytes }) {
  const { page } = panel;
  await panel.open(bytes, { view: { tab: 'rows' } });
  await check('another class shows its own scores, and is remembered', async () => {
    await page.getByLabel('Class', { exact: true }).selectOption('rough');
    await page.getByRole('heading', { name: 'Scores for rough' }).waitFor();
    assert.equal((await panel.last('state')).view.target, 2);
    assert.deepEqual(await layoutFaults(page), []);
  });
}

test('the threshold of two classes', async ({ panel }) => {
  const { page } = panel;
  await panel.open((await packedRun('example:classes2')).bytes, { view: { tab: 'rows' } });
  await page.getByRole('button', { name: 'Tune' }).click();
  const slider = page.locator('[data-axis=threshold] input[type=range]');
  const figure = (id) => page.locator(`figure[data-figure=${id}]`);
  await check('keys move it, and matrix, sentence and mark follow', async () => {
    const before = await figure('roc').textContent();
    const matrix = await figure('confusion').textContent();
    await slider.focus();
    for (let i = 0; i < 3; i++) await slider.press('PageUp');
    await page.waitForFunction(() => window.sent.some((m) => m.type === 'state' && m.view.threshold === 0.8));
    assert.match((await figure('roc').textContent()) ?? '', /At 0\.80 finds/);
    assert.notEqual(await figure('roc').textContent(), before);
    assert.notEqual(await figure('confusion').textContent(), matrix);
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /predicted above 80/);
    await settled(page);
    assert.deepEqual(await layoutFaults(page), []);
  });
  await check('"Use this" sends it, and Reset forgets it', async () => {
    await page.locator('#threshold').fill('0.3');
    await page.locator('#threshold').press('Enter');
    await page.locator('vscode-button', { hasText: 'Use this' }).click();
    assert.equal((await panel.last('use')).threshold, 0.3);
    await panel.send({ type: 'idle' });
    await page.getByText('Reset').click();
    await page.waitForFunction(() => window.sent.filter((m) => m.type === 'state').at(-1).view.threshold === undefined);
    assert.equal(await page.locator('#threshold').inputValue(), '0.5');
  });
});

test('rows that do not fit', async ({ panel }) => clicksOnRows(panel));

test('rows predicted as another class', async ({ panel }) => clicksOnMistakes(panel));

test('2,000 columns: few lines of the table are made at once, a step of a slider makes none, and all can be reached', async ({
  panel,
}) => {
  const { page } = panel;
  await panel.open((await packedRun('example:wide')).bytes, { view: { tab: 'columns' } });
  const lines = page.locator('.columns-list tbody tr');
  const elements = () => page.locator('main *').count();
  assert.ok((await elements()) < 1500, `${await elements()} elements`);
  assert.equal(await page.locator('.columns-list table').getAttribute('aria-rowcount'), '2001');
  const first = await lines.count();
  assert.ok(first >= 50 && first <= 150, `${first} lines`);
  const made = await page.evaluate(async () => {
    let added = 0;
    const watch = new MutationObserver((all) => {
      for (const { addedNodes } of all) added += addedNodes.length;
    });
    watch.observe(document.querySelector('.columns-list') ?? document, { childList: true, subtree: true });
    const slider = document.querySelector('input[type=range]');
    for (const share of [0.3, 0.5, 0.7]) {
      if (slider instanceof HTMLInputElement) slider.value = String(share * Number(slider.max));
      slider?.dispatchEvent(new Event('input'));
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    }
    return added;
  });
  assert.equal(made, 0);
  for (let before = first; before < 2000; before = await lines.count()) {
    await lines.last().scrollIntoViewIfNeeded();
    await page.waitForFunction((count) => document.querySelectorAll('.columns-list tbody tr').length > count, before);
  }
  assert.equal(await lines.count(), 2000);
  assert.equal(await lines.last().getAttribute('aria-rowindex'), '2001');
  await lines.last().getByRole('checkbox').uncheck();
  await page.getByText('Fit Again without 1 Column').waitFor();
});

test('which columns matter', async ({ panel }) => clicksOnColumns(panel));
