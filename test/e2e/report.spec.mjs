// A report in a browser: its sliders move what it says and shows, to what the panel says and shows at the same values.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packedRun } from '../../scripts/panelRuns.mjs';
import { reportOf } from '../../scripts/reports.mjs';
import { test } from './window.mjs';

/** Every figure in the words of a screen reader, by id: title, finding, what is drawn, note. */
const figuresIn = (report) =>
  report
    .locator('[data-figure]:not([hidden])')
    .evaluateAll((all) => Object.fromEntries(all.map((e) => [e.dataset.figure, e.querySelector('desc')?.textContent])));

async function opened({ page }, html, scripts = true) {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-report-'));
  writeFileSync(join(folder, 'report.html'), html);
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: scripts });
  const report = context ? await context.newPage() : await page.context().newPage();
  const problems = [];
  report.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
  report.on('pageerror', (error) => problems.push(error.message));
  report.on('request', (request) => /^(file|data):/.test(request.url()) || problems.push(request.url()));
  await report.goto(pathToFileURL(join(folder, 'report.html')).href);
  const close = async () => {
    await report.close();
    rmSync(folder, { recursive: true });
  };
  return { report, problems, close };
}

/** Brings every figure into sight, where it is drawn as the sliders stand. */
async function drawAll(report) {
  for (const one of await report.locator('[data-figure]:not([hidden])').all()) {
    await one.scrollIntoViewIfNeeded();
    await report.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
}

/** Waits until every figure of the panel's tabs reads as the report's of the same id, which tells a footnote once. */
async function alike({ page }, figures, tabs) {
  let compared = 0;
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    const drawn = page.locator('[role=tabpanel]:not([hidden]) figure[data-figure]:has(canvas)');
    for (const id of await drawn.evaluateAll((all) => all.map((e) => e.dataset.figure))) {
      if (!(id in figures)) continue;
      const canvas = page.locator(`[role=tabpanel]:not([hidden]) figure[data-figure="${id}"] canvas`);
      await canvas.scrollIntoViewIfNeeded();
      await page.waitForFunction(
        ([of, wanted]) =>
          document
            .querySelector(`[role=tabpanel]:not([hidden]) figure[data-figure="${of}"] canvas`)
            ?.getAttribute('aria-label')
            ?.startsWith(wanted),
        [id, figures[id]],
        { timeout: 5000 },
      );
      compared++;
    }
  }
  return compared;
}

test('a report’s slider shows what the panel shows', async ({ panel }) => {
  const { bytes } = await packedRun('example:tkrr');
  const { report, problems, close } = await opened(panel, await reportOf(bytes));
  const before = { lead: await report.locator('#lead').textContent(), figures: await figuresIn(report) };
  const slider = report.locator('[data-axis=lambda] input[type=range]');
  await slider.focus();
  for (let i = 0; i < 30; i++) await slider.press('ArrowRight');
  assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /per sample, n lambda /);
  await report.waitForFunction((was) => document.getElementById('lead')?.textContent !== was, before.lead);
  // Figures out of sight are drawn when they come into sight.
  await drawAll(report);
  await report.waitForFunction(
    (was) => document.querySelector('[data-figure="loo-map"] desc')?.textContent !== was,
    before.figures['loo-map'],
  );
  const typed = await report.locator('#lambda').inputValue();
  const lead = await report.locator('#lead').textContent();
  await report.waitForFunction(
    (said) => document.querySelector('[role=status]')?.textContent === said,
    lead?.replaceAll('\u202f', ' '),
  );

  await panel.open(bytes);
  await panel.page.getByRole('button', { name: 'Tune' }).click();
  await panel.page.locator('#lambda').fill(typed);
  await panel.page.locator('#lambda').press('Enter');
  await report.locator('#lambda').fill(typed);
  await report.locator('#lambda').press('Enter');
  await drawAll(report);
  const figures = await figuresIn(report);
  const numbers = await report.locator('#numbers tr').evaluateAll((rows) => rows.map((r) => r.cells[1].textContent));
  await panel.page.waitForFunction((said) => document.querySelector('.lead')?.textContent === said, lead);
  assert.ok((await alike(panel, figures, ['Spectrum', 'Alignment', 'Excess risk', 'Rows'])) > 10);
  assert.notDeepEqual(figures, before.figures);
  assert.ok(numbers.length > 2);

  await report.getByRole('button', { name: 'Reset' }).click();
  await report.waitForFunction((was) => document.getElementById('lead')?.textContent === was, before.lead);
  await drawAll(report);
  assert.deepEqual(await figuresIn(report), before.figures);
  assert.deepEqual(problems, []);
  await close();
});

test('a click in a report’s map moves its sliders', async ({ panel }) => {
  const { bytes } = await packedRun('example:tkrr');
  const { report, problems, close } = await opened(panel, await reportOf(bytes));
  const fields = async () => [await report.locator('#lambda').inputValue(), await report.locator('#r').inputValue()];
  const before = await fields();
  await report.locator('#lambda').fill('1e-3');
  await report.locator('#lambda').press('Enter');
  const map = report.locator('[data-figure="loo-map"] svg');
  await map.scrollIntoViewIfNeeded();
  await report.locator('[data-figure="loo-map"] svg.choosable').click({ position: { x: 250, y: 150 } });
  const [lambda, r] = await fields();
  assert.notEqual(lambda, '1e-3');
  assert.notEqual(r, before[1]);
  assert.deepEqual(problems, []);
  await close();
});

for (const [name, slider] of [
  ['robust:huber', '.axis input[type=range]'],
  ['example:classes2', '[data-axis=threshold] input[type=range]'],
  ['example:kgf', '[data-axis=t] input[type=range]'],
])
  test(`a slider of ${name} moves the report`, async ({ panel }) => {
    const { report, problems, close } = await opened(panel, await reportOf((await packedRun(name)).bytes));
    const before = JSON.stringify(await figuresIn(report));
    await report.locator(slider).focus();
    for (let i = 0; i < 5; i++) await report.locator(slider).press('PageUp');
    await drawAll(report);
    assert.notEqual(JSON.stringify(await figuresIn(report)), before);
    assert.deepEqual(problems, []);
    await close();
  });

test('without scripts a report stands as it was written', async ({ panel }) => {
  const { report, close } = await opened(panel, await reportOf((await packedRun('example:race')).bytes), false);
  assert.equal(await report.locator('input[type=range]').count(), 0);
  assert.equal(await report.locator('#sliders').isVisible(), false);
  assert.ok((await report.locator('[data-figure] svg').count()) > 8);
  await close();
});

test('a policy of the page keeps other scripts and markup out', async ({ panel }) => {
  const { report, close } = await opened(panel, await reportOf((await packedRun('example')).bytes));
  const ran = await report.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.text = 'window.ran = true';
      document.body.append(script);
    } catch {}
    try {
      document.body.insertAdjacentHTML('beforeend', '<img id="made">');
    } catch {}
    return [Reflect.get(window, 'ran'), document.getElementById('made')];
  });
  assert.deepEqual(ran, [undefined, null]);
  await close();
});
