import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DesignOptions, ReadOptions } from '../../src/engine/contract/data';
import type { Profile } from '../../src/engine/contract/profile';
import { formulaLeak } from '../../src/engine/words/rareCallouts';
import { plainText } from '../../src/figures/words/describe';
import { columnRows, columnsShown, gapsText, valuesText, whyText } from '../../src/webview/inspect/columnRows';
import type { Inspected } from '../../src/webview/inspect/inspected';
import { problemsOf } from '../../src/webview/inspect/problems';
import { profiled } from '../engine/data/designed';
import { readText } from '../engine/data/reading';

const CHOSEN: Inspected['chosen'] = { target: false, task: 'auto', gaps: 'impute', signs: '', kinds: [] };

async function profileOf(text: string, design: Partial<DesignOptions> = {}, read: ReadOptions = {}): Promise<Profile> {
  return profiled(await readText(text, read), design);
}

const csv = (head: string, n: number, of: (i: number) => readonly (string | number)[]) =>
  `${head}\n${Array.from({ length: n }, (_, i) => of(i).join(',')).join('\n')}\n`;

const said = (profile: Profile, chosen: Partial<Inspected['chosen']> = {}) =>
  problemsOf({ profile, chosen: { ...CHOSEN, ...chosen } }).map(({ text, ...problem }) => ({
    ...problem,
    text: plainText(text),
  }));
const noise = (i: number, k: number) => ((i * 7919 * k) % 97) + 0.5;

test('a clean file has no problem', async () => {
  assert.deepEqual(said(await profileOf(csv('a,b,y', 60, (i) => [noise(i, 1), noise(i, 2), noise(i, 3)]))), []);
});

test('columns with many gaps share a line', async () => {
  const one = await profileOf(
    csv('a,b,y', 80, (i) => [noise(i, 1), i % 3 === 0 ? '' : noise(i, 2), (i % 3 === 0 ? 10 : 0) + noise(i, 3) / 100]),
  );
  const [problem] = said(one);
  assert.equal(problem.text, '"b" is missing in 27 of 80 rows (33.8\u202f%).');
  assert.deepEqual(problem.act, { label: 'Leave out "b"', change: { kind: 'role', columns: [1], role: 'out' } });
  const many = await profileOf(
    csv('a,b,c,d,e,f,g,y', 60, (i) => [
      ...Array.from({ length: 7 }, (_, k) => ((i + k) % 3 === 0 ? '' : noise(i, k + 2))),
      noise(i, 1),
    ]),
  );
  const lines = said(many);
  assert.match(
    lines[0].text,
    /^7 columns lack more than a fifth of their cells: "a" \(33\.3\u202f%\), .+ and 4 more\.$/,
  );
  assert.equal(lines.length, 1);
});

test('few gaps are filled, or their rows left out, with how many there are', async () => {
  const text = csv('a,b,y', 60, (i) => [
    i % 10 === 0 ? '' : noise(i, 1),
    i === 5 ? '' : ['x', 'z'][i % 2],
    noise(i, 3),
  ]);
  const [filled] = said(await profileOf(text));
  assert.equal(
    filled.text,
    '2 columns have gaps (1 to 6 rows): numbers get the training mean, words a separate level.',
  );
  assert.deepEqual(filled.act, { label: 'Leave out 7 rows', change: { kind: 'gaps', gaps: 'drop' } });
  const [dropped] = said(await profileOf(text, { missing: 'drop' }), { gaps: 'drop' });
  assert.equal(dropped.text, '7 rows with a gap in a feature are left out, 53 remain.');
});

test('an order in time, few whole values and a leak are decisions while none was made', async () => {
  const day = (i: number) => new Date(Date.UTC(2022, 0, 1 + i)).toISOString().slice(0, 10);
  const text = csv('day,a,y', 60, (i) => [day(i), noise(i, 1), i % 4]);
  assert.deepEqual(
    said(await profileOf(text)).map(({ severity, act }) => [severity, act?.label]),
    [
      ['warning', 'Hold out the last 25\u202f%'],
      ['info', 'Fit as classes'],
    ],
  );
  const decided = await profileOf(text, { splitBy: { kind: 'blocks', by: 'day' }, task: 'regress' });
  assert.deepEqual(
    said(decided, { task: 'regress' }).map(({ severity, act }) => [severity, act]),
    [['info', undefined]],
  );
  const leaked: Profile = { ...decided, callouts: [formulaLeak('y', '"a"', ['a'])] };
  const [leak] = said(leaked, { task: 'regress' });
  assert.deepEqual(leak.act, { label: 'Leave out "a"', change: { kind: 'role', columns: [1], role: 'out' } });
});

test('warnings of reading lead to how the file is read; what a fit would refuse comes first', async () => {
  const short = await profileOf(
    csv('a,b,y', 60, (i) => (i === 30 ? [noise(i, 1), noise(i, 2)] : [noise(i, 1), noise(i, 2), noise(i, 3)])),
  );
  assert.ok(said(short).some(({ text, act }) => /fewer than 3 cells/.test(text) && act && 'action' in act));
  const sentinel = await profileOf(
    csv('a,b,y', 90, (i) => [i % 9 === 0 ? -999 : noise(i, 1), noise(i, 2), noise(i, 3)]),
  );
  assert.ok(said(sentinel).some(({ text }) => /read as missing/.test(text)));
  const refused = await profileOf(
    csv('a,y', 40, (i) => [noise(i, 1), 'same']),
    { target: 'y' },
  );
  assert.match(said(refused)[0].text, /cannot be the target/);
  const nameless = await profileOf(
    csv('1.5,2.5', 40, (i) => [noise(i, 1), noise(i, 2)]),
    {},
    { header: false },
  );
  assert.ok(said(nameless).some(({ text }) => /does not name its columns/.test(text)));
});

test('columns are listed by what they say of the target, those not used last; headings and the filter say otherwise', async () => {
  const profile = await profileOf(
    csv('id,weak,strong,same,y', 90, (i) => [
      i + 1,
      noise(i, 5),
      i % 2 ? 3.5 : 1.5,
      'x',
      (i % 2) * 9 + noise(i, 3) / 90,
    ]),
  );
  const rows = columnRows(profile);
  const names = (state: object) => columnsShown(rows, { file: '', ...state }).map(({ summary }) => summary.name);
  assert.deepEqual(names({}), ['y', 'strong', 'weak', 'id', 'same']);
  assert.deepEqual(names({ sort: 'name' }), ['y', 'id', 'same', 'strong', 'weak']);
  assert.deepEqual(names({ sort: 'name', reversed: true }), ['y', 'weak', 'strong', 'same', 'id']);
  assert.deepEqual(names({ sort: 'distinct' }).at(-1), 'same');
  assert.deepEqual(names({ filter: ' S' }).toSorted(), ['same', 'strong']);
  const [id, , strong] = rows;
  assert.match(whyText(id), /^looks like a row number/);
  assert.equal(valuesText(strong), '1.5 to 3.5');
  assert.equal(gapsText(strong), 'none');
});
