// A person's actions in the panel of a file's data, with a stand-in for the editor on the other side.
import assert from 'node:assert/strict';
import { inspection } from '../../scripts/inspections.mjs';
import { layoutFaults, settled, showInspection, THEMES } from '../../scripts/panelPage.mjs';
import { test } from './window.mjs';

const check = test.step;

test.use({ entry: 'src/webview/inspection.ts' });
/** @type {import('./window.mjs').Panel} */
let panel;
test.beforeEach(({ panel: given }) => {
  panel = given;
});

const change = async () => (await panel.last('dataChange')).change;
const row = (name) =>
  panel.page.locator('tr.line').filter({ has: panel.page.getByRole('button', { name, exact: true }) });
const nameOf = (name) => row(name).getByRole('button', { name, exact: true });
const names = () => panel.page.locator('tr.line .name button').allTextContents();
const focused = () => panel.page.evaluate(() => document.activeElement?.textContent ?? '');

/** Answers what the page asked of a column last. */
async function answer(made) {
  await panel.page.waitForFunction(() => window.sent.some((m) => m.type === 'ask'));
  const { id, question } = await panel.last('ask');
  const value = Buffer.from(await made.answer(question)).toString('base64');
  await panel.page.evaluate(
    ([to, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      window.postMessage({ type: 'answer', id: to, value: bytes }, '*');
    },
    /** @type {[number, string]} */ ([id, value]),
  );
  await panel.page.locator('.column-detail dl').waitFor();
  await settled(panel.page);
}

test('what needs a decision comes first, each with what decides it', async () => {
  const { page } = panel;
  await panel.inspect((await inspection('mixed')).bytes);
  assert.match(
    (await page.locator('.lead').textContent()) ?? '',
    /^6 of 9 columns can predict price; they become \d+ numbers\.$/,
  );
  const list = page.getByRole('list', { name: 'What needs a decision' });
  const item = (text) => list.getByRole('listitem').filter({ hasText: text }).getByRole('button');
  await check('a column that is largely gaps', async () => {
    await item('"heat" is missing in 134 of 400 rows').click();
    assert.deepEqual(await change(), { kind: 'role', columns: [7], role: 'out' });
  });
  await check('numbers with a stray word', async () => {
    await item(
      '1 of 400 cells of "built" cannot be read as numbers (“unknown”, line 59) and counts as missing',
    ).click();
    assert.deepEqual(await change(), { kind: 'kind', column: 3, as: 'category' });
  });
  await check('rows in the order of a date', async () => {
    await item('Rows are in order of "day"').click();
    assert.deepEqual(await change(), { kind: 'role', columns: [4], role: 'order' });
  });
  await check('columns that are not used are counted', async () => {
    await list.getByText('3 columns are not used: 1 constant and 2 IDs or row numbers.').waitFor();
  });
});

test('the target, use, type, signs and the fit are chosen by mouse', async () => {
  const { page } = panel;
  await panel.inspect((await inspection('mixed')).bytes);
  await page.getByLabel('predict', { exact: true }).selectOption('area');
  assert.deepEqual(await change(), { kind: 'target', column: 2 });
  await page.getByLabel('predict', { exact: true }).selectOption('nothing');
  assert.deepEqual(await change(), { kind: 'alone' });
  await page.getByLabel('as', { exact: true }).selectOption('classes');
  assert.deepEqual(await change(), { kind: 'task', task: 'classify' });
  await page.getByRole('checkbox', { name: 'Use town' }).click();
  assert.deepEqual(await change(), { kind: 'role', columns: [1], role: 'out' });
  assert.equal(await page.getByRole('checkbox', { name: 'Use note' }).isDisabled(), true, 'free text cannot be used');
  await page.getByLabel('Type of rooms').selectOption('category');
  assert.deepEqual(await change(), { kind: 'kind', column: 6, as: 'category' });
  await page.getByLabel('Signs for missing').fill('-1 ?');
  await page.getByLabel('Signs for missing').press('Enter');
  assert.deepEqual(await change(), { kind: 'signs', signs: '-1 ?' });
  for (const [text, action] of [
    ['Fit…', 'fit'],
    ['Compare…', 'compare'],
    ['Settings…', 'settings'],
  ]) {
    await page.getByText(text, { exact: true }).click();
    assert.equal((await panel.last('dataAction')).action, action);
  }
  await page.getByRole('region', { name: 'Columns' }).getByText('Read it differently…').click();
  assert.equal((await panel.last('dataAction')).action, 'changeData');
  await page.getByText('Command line').click();
  await page.getByText('Copy', { exact: true }).click();
  assert.equal((await panel.last('dataAction')).action, 'copyCommandLine');
});

test('headings sort, the filter narrows, and both are remembered', async () => {
  const { page } = panel;
  await panel.inspect((await inspection('mixed')).bytes);
  assert.deepEqual((await names()).slice(0, 2), ['price', 'area'], 'the target, then what says most of it');
  const heading = page.getByRole('columnheader', { name: 'Missing' });
  await heading.getByRole('button').click();
  assert.deepEqual((await names()).slice(0, 2), ['price', 'heat']);
  assert.equal(await heading.getAttribute('aria-sort'), 'descending');
  assert.equal((await panel.last('inspectState')).view.sort, 'gaps');
  await heading.getByRole('button').click();
  assert.equal((await names()).at(-1), 'heat');
  await heading.getByRole('button').click();
  assert.equal((await panel.last('inspectState')).view.sort, undefined);
  await page.getByLabel('Filter columns by name').fill('O');
  assert.deepEqual((await names()).toSorted(), ['no', 'note', 'rooms', 'town']);
  await page.getByText('4 of 10 columns').waitFor();
  assert.equal((await panel.last('inspectState')).view.filter, 'O');
});

test('a column opens by mouse and by keys: figures, percentiles, lines and its role', async () => {
  const { page } = panel;
  const made = await inspection('mixed');
  await panel.inspect(made.bytes);
  await nameOf('heat').click();
  assert.equal((await panel.last('inspectState')).view.open, 7);
  await answer(made);
  const detail = page.getByRole('region', { name: 'heat, details' });
  assert.equal(await nameOf('heat').getAttribute('aria-expanded'), 'true');
  await check('two figures, drawn and described', async () => {
    const labels = await detail
      .locator('canvas')
      .evaluateAll((all) => all.map((canvas) => canvas.getAttribute('aria-label')));
    assert.match(labels[0] ?? '', /^Values of heat\. The most common value is oil/);
    assert.match(labels[1] ?? '', /^price over heat\. heat alone explains/);
  });
  await check('what it becomes, and the lines of its gaps', async () => {
    await detail.getByText('4 columns: heat=gas, heat=oil, heat=wood, heat is missing').waitFor();
    await detail.getByRole('button', { name: 'line 2', exact: true }).click();
    assert.equal((await panel.last('openLine')).line, 2);
  });
  await check('its role', async () => {
    await detail.getByLabel('Role of heat').selectOption('group');
    assert.deepEqual(await change(), { kind: 'role', columns: [7], role: 'group' });
    await detail.getByLabel('Role of heat').selectOption('target');
    assert.deepEqual(await change(), { kind: 'target', column: 7 });
  });
  await check('a figure is saved', async () => {
    await detail.getByRole('button', { name: 'More for Values of heat' }).click();
    await page.getByRole('menuitem', { name: 'Save data as CSV…' }).click();
    await page.waitForFunction(() => window.sent.some((m) => m.type === 'save'));
    const text = await page.evaluate(() =>
      new TextDecoder().decode(window.sent.findLast((m) => m.type === 'save')?.bytes),
    );
    assert.match(text, /^value,rows,share\r\noil,\d+,0\.\d+/);
  });
  await check(
    'by keys: Escape closes, arrows move, Enter opens, the controls of the line are reached by Tab',
    async () => {
      await detail.getByLabel('Role of heat').press('Escape');
      assert.equal(await focused(), 'heat');
      assert.equal((await panel.last('inspectState')).view.open, undefined);
      await page.keyboard.press('Home');
      assert.equal(await focused(), 'price');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      assert.equal((await panel.last('inspectState')).view.open, 2);
      await answer(made);
      assert.equal(await focused(), 'area');
      await page.getByRole('region', { name: 'area, details' }).locator('.percentiles').getByText('median').waitFor();
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Type of area');
    },
  );
});

test('the focus and the open column stay when a choice has been followed', async () => {
  const { page } = panel;
  const made = await inspection('mixed');
  await panel.inspect(made.bytes);
  await nameOf('town').click();
  await answer(made);
  await page.getByRole('checkbox', { name: 'Use town' }).press('Space');
  const next = await inspection('mixed', { design: { features: ['area', 'rooms'] } });
  await showInspection(page, next.bytes);
  assert.equal(await focused(), 'town');
  assert.match((await page.locator('.lead').textContent()) ?? '', /^2 of 9 columns/);
  await page.getByRole('region', { name: 'town, details' }).waitFor();
});

test('a file without names lets its columns be named', async () => {
  const { page } = panel;
  const made = await inspection('nameless');
  await panel.inspect(made.bytes);
  await nameOf('c1').click();
  await answer(made);
  const field = page.getByLabel('Name', { exact: true });
  await field.fill('c2');
  await field.press('Enter');
  await page.getByText('Another column has this name.').waitFor();
  assert.deepEqual(await panel.messages('dataChange'), []);
  await field.fill('length');
  await field.press('Enter');
  assert.deepEqual(await change(), { kind: 'name', column: 0, name: 'length' });
});

/** The list of what can be predicted is made when someone reaches for it, by keys or by mouse, and keeps what is chosen. */
async function check2000Targets() {
  const { page } = panel;
  const target = page.getByLabel('predict', { exact: true });
  const options = () => target.locator('option').count();
  assert.equal(await options(), 1);
  const chosen = await target.inputValue();
  await target.focus();
  assert.equal(await options(), 2002);
  assert.equal(await target.inputValue(), chosen);
  assert.equal(await target.locator('option:checked').textContent(), 'y');
}

test('2,000 columns: only lines in sight are drawn, and keys reach the last one', async () => {
  const { page } = panel;
  const made = await inspection('wide', { design: { target: 'y' }, target: true });
  await page.addInitScript(() => {
    const make = document.createElement.bind(document);
    const counts = { tr: 0, option: 0 };
    Object.assign(window, { counts });
    document.createElement = (/** @type {string} */ tag) => {
      if (tag === 'tr' || tag === 'option') counts[tag]++;
      return make(tag);
    };
  });
  await panel.inspect(made.bytes, { width: 1082 });
  const drawn = () => page.locator('tr.line').count();
  const counts = await page.evaluate(() => /** @type {any} */ (window).counts);
  assert.ok(counts.tr <= (await drawn()) + 6, `${counts.tr} lines are made to show ${await drawn()}`);
  assert.ok(counts.option < 8 * (await drawn()), `${counts.option} options`);
  await check2000Targets();
  assert.ok((await drawn()) < 80, `${await drawn()} lines`);
  const elements = await page.locator('tr.line, tr.line *').count();
  assert.ok(elements < 40 * (await drawn()), `${elements} elements in ${await drawn()} lines`);
  assert.equal(await page.getByRole('table').first().getAttribute('aria-rowcount'), '2002');
  await page.locator('tr.line .name button').first().focus();
  await page.keyboard.press('End');
  await settled(page);
  assert.ok((await drawn()) < 80, `${await drawn()} lines at the end`);
  const at = await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'));
  assert.equal(at, '2002');
  await page.evaluate(() => scrollTo(0, 20_000));
  await settled(page);
  const inSight = await page.evaluate(
    () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr.line') !== null,
  );
  assert.ok(inSight, 'the middle of the window shows a line');
  await page.getByLabel('Filter columns by name').fill('column 1999');
  assert.deepEqual(await names(), ['column 1999']);
});

test('hostile files: names stay text; gaps alone, one column and no rows are told', async () => {
  const { page } = panel;
  await panel.inspect((await inspection('hostile')).bytes);
  for (const name of ['[x](command:y)', '<img src=x onerror=alert(1)>', '__proto__']) await nameOf(name).waitFor();
  assert.equal(await page.locator('main img, main a, main b').count(), 0);
  await panel.inspect((await inspection('gaps')).bytes);
  await page.getByText('No name in gaps.csv says which column is to be predicted.').waitFor();
  await panel.inspect((await inspection('gaps', { design: { target: 'a' } })).bytes);
  await page.getByText('gaps.csv has no column to predict "a" from').waitFor();
  await panel.inspect((await inspection('one', { design: { target: 'alone' } })).bytes);
  await page.getByText('one.csv has one column, "alone".').waitFor();
});

test('progress, cancel and a failure with its buttons, before anything is shown and after', async () => {
  const { page } = panel;
  await panel.open(undefined);
  await panel.send({ type: 'progress', fraction: 0.4, stage: 'reading a.csv' });
  await page.getByText('Reading a.csv…').waitFor();
  await page.getByText('Cancel', { exact: true }).click();
  assert.ok(await panel.last('cancel'));
  const failure = { code: 'data/header-only', message: 'a.csv has only a header line.' };
  const buttons = [{ id: 'changeData', title: 'Change How the Data Are Read…' }];
  await panel.send({ type: 'failure', failure, buttons });
  const alert = page.getByRole('alert');
  await alert.getByText(failure.message).waitFor();
  await alert.getByText(buttons[0].title).click();
  assert.equal((await panel.last('failureButton')).id, 'changeData');
  await showInspection(page, (await inspection('classes')).bytes);
  assert.equal(await alert.count(), 0);
  await panel.send({ type: 'progress', fraction: 0.2, stage: 'reading a.csv' });
  await page.locator('.under-way').getByText('Cancel').waitFor();
  await panel.send({ type: 'failure', failure, buttons: [] });
  await alert.getByText(failure.message).waitFor();
  await page.locator('.data-columns').waitFor();
});

test('the table and its controls have names and roles', async () => {
  const { page } = panel;
  await panel.inspect((await inspection('classes', { design: { target: 'kind' } })).bytes);
  const table = page.getByRole('table', { name: 'Columns of the file' });
  assert.deepEqual(await table.getByRole('columnheader').allTextContents(), [
    'Use',
    'Column',
    'Type',
    'Values',
    'Missing',
    'Different',
    'explains alone',
    'becomes',
  ]);
  assert.equal(await table.getByRole('rowheader').count(), 4);
  const unnamed = await page
    .locator('main')
    .evaluate(
      (main) =>
        [...main.querySelectorAll('button, input, select')].filter(
          (control) =>
            !(
              control.getAttribute('aria-label') ||
              control.textContent?.trim() ||
              (control instanceof HTMLInputElement && control.labels?.length)
            ),
        ).length,
    );
  assert.equal(unnamed, 0);
});

for (const width of [400, 1082, 1600])
  test(`no text is cut off or over another at ${width} px, in any theme`, async () => {
    for (const name of ['mixed', 'classes', 'hostile', 'wide']) {
      const made = await inspection(name);
      await panel.inspect(made.bytes, { width, view: { open: 1 } });
      await answer(made);
      for (const theme of Object.keys(THEMES)) {
        await panel.retheme(theme);
        await settled(panel.page);
        assert.deepEqual(await layoutFaults(panel.page), [], `${name} ${theme}`);
      }
    }
  });
