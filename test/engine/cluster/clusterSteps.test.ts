import assert from 'node:assert/strict';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { PlanRequest } from '../../../src/engine/cluster/makePlan';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions } from '../../../src/engine/contract/data';
import type { Parameters } from '../../../src/engine/contract/method';
import { type AnyRun, isComponents } from '../../../src/engine/contract/run';
import { SUMMED } from '../../../src/engine/parts/families';
import { relativeError } from '../madeRows';
import { csvRows, csvText } from '../partRows';
import { inMemory, inSteps, named, refused, requestOf, sameFit, steps, written } from './steps';

const ROWS = csvRows(210, 0);
const LONG = { rows: csvRows(1200, 0), name: 'long.csv' };

const whole = written('whole.csv', csvText(ROWS));
/** The rows in this many files of different sizes. */
const partsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const edge = (k: number) => Math.round(210 * (k / count) ** 1.5);
    return written(`part-${count}-${i}.csv`, csvText(ROWS.slice(edge(i), edge(i + 1))));
  });

const tested = written('tested-on.csv', csvText(csvRows(80, 700)));
const cases: Readonly<Record<string, readonly [Partial<DesignOptions>, Parameters, string?]>> = {
  'random features': [{}, {}],
  landmarks: [{}, {}, 'nystrom-ridge'],
  'weights, a filter and unpenalised terms': [{ weights: 'w', where: 'b > -2' }, { unpenalised: 'a, b^2' }],
  'two targets': [{ moreTargets: ['z'] }, {}],
  'balanced classes': [
    { target: 'kind', features: ['a', 'b'] },
    { classWeight: 'balanced', lengthScale: 0.25 },
  ],
  'components of random features': [{ target: '' }, { components: 4 }, 'rf-kpca'],
  'components of landmarks, coloured': [{ target: 'kind', moreTargets: ['w'] }, {}, 'ny-kpca'],
  'components tested on a file': [
    { target: 'kind', features: ['b', 'sure', 'z'], holdout: { kind: 'file', source: { kind: 'path', path: tested } } },
    {},
    'rf-kpca',
  ],
};
for (const [what, [design, parameters, method = 'rf-ridge']] of Object.entries(cases))
  test(`parts are fitted as one file in memory: ${what}`, async () => {
    const expected = await inMemory(byMethod(method, requestOf([], design, parameters)), whole);
    for (const count of [1, 3]) {
      const { run } = await inSteps(byMethod(method, requestOf(partsOf(count), design, parameters)));
      sameFit(run, expected);
      assert.equal(run.inspection.rows, 210);
    }
  });

/** The same request of another method, with landmarks where it takes no features. */
function byMethod(method: string, request: PlanRequest): PlanRequest {
  const { features = 40, ...others } = request.parameters;
  return {
    ...request,
    method,
    parameters: { ...others, [method.startsWith('rf-') ? 'features' : 'landmarks']: features },
  };
}

for (const method of ['rf-ridge', 'ny-kpca'] as const)
  test(`no order of maps and merges changes a bit, and neither does a repeated map: ${method}`, async () => {
    const request = byMethod(
      method,
      requestOf(partsOf(7), { holdout: { kind: 'fraction', fraction: 0.3 } }, SUMMED[method].alone),
    );
    const one = await inSteps(request);
    const other = await inSteps(request, (n) => [...Array(n).keys()].reverse());
    assert.deepEqual(other.sums.reverse(), one.sums);
    assert.deepEqual(other.solution, one.solution);
    assert.deepEqual(other.run.model, one.run.model);
    const heldOut = (run: AnyRun) => (isComponents(run) ? run.components : run.holdout);
    assert.ok(heldOut(one.run));
    assert.deepEqual(heldOut(other.run), heldOut(one.run));
    // Merged two by two, then the rest, as two workers would and as seven.
    const merge = async (files: readonly Uint8Array[]) =>
      (await steps.merge(one.plan, files.map(named('sums')), quietContext)).bytes;
    const [a, b, c, d, e, f, g] = one.sums;
    const merged = await merge([await merge([g, b]), await merge([c, await merge([a, f])]), e, d]);
    const { bytes } = await steps.solve(one.plan, [named('merged')(merged)], quietContext);
    assert.deepEqual(bytes, one.solution);
    const errors = await steps.merge(one.plan, one.errors.map(named('errors')), quietContext);
    assert.equal(errors.missing, 0);
  });

for (const method of ['rf-ridge', 'rf-kpca'])
  test(`held-out rows are the same however the file is visited, and never train: ${method}`, async () => {
    const request = byMethod(method, requestOf([whole], { holdout: { kind: 'fraction', fraction: 0.25 } }));
    const { run } = await inSteps(request);
    const streamed = await inMemory(request, whole, true);
    sameFit(run, streamed);
    if (isComponents(run) || isComponents(streamed)) return;
    assert.deepEqual(run.holdout?.rows, streamed.holdout?.rows);
    assert.ok(relativeError(run.holdout?.predicted ?? [], streamed.holdout?.predicted ?? [0]) < 1e-10);
  });

test('headers in all parts, in the first alone and in none, columns in another order, gzip and an empty part', async () => {
  const expected = await inMemory(requestOf([]), whole);
  const [first, rest] = [ROWS.slice(0, 100), ROWS.slice(100)];
  const swapped = rest.map((row) => {
    const [a, b, ...others] = row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    return [b, a, ...others].join(',');
  });
  const files = {
    'first alone': [written('h1.csv', csvText(first)), written('h2.csv', csvText(rest, ''))],
    'another order, gzip, empty': [
      written('o1.csv', csvText(first)),
      written('o2.csv', ''),
      written('o3.csv.gz', gzipSync(csvText(swapped, 'b,a,colour,when,sure,w,y,z,kind,empty'))),
    ],
  };
  for (const paths of Object.values(files)) sameFit((await inSteps(requestOf(paths))).run, expected);
  const without = [written('n1.csv', csvText(first, '')), written('n2.csv', csvText(rest, ''))];
  const byPlace = requestOf(without, { target: 'c7', features: ['c1', 'c2', 'c3', 'c4', 'c5'] });
  const { run } = await inSteps(byPlace);
  assert.ok(relativeError(run.model.outputs[0].beta, expected.model.outputs[0].beta) < 1e-10);
});

test('a file is cut into parts between its lines', async () => {
  const long = written(LONG.name, csvText(LONG.rows));
  const asked = requestOf([long], { features: ['a', 'b', 'sure'] });
  const { run, made } = await inSteps({ ...asked, partSize: 24_000 });
  const { parts } = made.content;
  assert.ok(parts.length > 3);
  assert.deepEqual(parts.map(({ header }) => header).indexOf(false), 1);
  sameFit(run, await inMemory(asked, long));
  // Quotes, but no line end within them.
  const broken = written(
    'broken.csv',
    csvText([...LONG.rows.slice(0, 1100), ...LONG.rows.slice(1100).map((row) => row.replace('red', 're\nd'))]),
  );
  const cut = { ...requestOf([broken], { features: ['a', 'b', 'sure'] }), partSize: 24_000 };
  await assert.rejects(inSteps(cut), refused('data/malformed', /has a quoted cell with a line end in it/));
});

test('the lines of a file that is cut have the columns of its own header', async () => {
  const asked = (paths: readonly string[]) => ({
    ...requestOf(paths, { features: ['a', 'b', 'sure'] }),
    partSize: 24_000,
  });
  const half = LONG.rows.length / 2;
  const swapped = LONG.rows.slice(half).map((row) => row.replace(/^([^,]*),([^,]*),/, '$2,$1,'));
  const paths = [
    written('order1.csv', csvText(LONG.rows.slice(0, half))),
    written('order2.csv', csvText(swapped, 'b,a,colour,when,sure,w,y,z,kind,empty')),
  ];
  const { run, made } = await inSteps(asked(paths));
  assert.deepEqual([...new Set(made.content.parts.map(({ names }) => names))], [undefined, 0, 1]);
  sameFit(run, await inMemory(asked([]), written(LONG.name, csvText(LONG.rows))));
});

test('JSON Lines are cut between any two lines, whatever stands in them', async () => {
  const names = csvText([]).trim().split(',');
  const objects = LONG.rows.slice(0, 600).map((row) => {
    const cells = row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    const value = (cell: string) => (Number.isFinite(Number(cell)) ? Number(cell) : `${cell}\n"`);
    const known = names.flatMap((name, j) => (['', 'NA'].includes(cells[j]) ? [] : [[name, value(cells[j])]]));
    return JSON.stringify(Object.fromEntries(known));
  });
  const path = written('long.jsonl', `${objects.join('\n')}\n`);
  const asked = requestOf([path], { features: ['a', 'b', 'sure'] });
  const { run, made } = await inSteps({ ...asked, partSize: 24_000 });
  assert.ok(made.content.parts.length > 3);
  sameFit(run, await inMemory(asked, path));
});

test('a large file is cut without a word, but where it cannot be', async () => {
  const text = csvText(LONG.rows);
  const large = written('large.csv', text);
  const found = async (path: string, asked: Partial<PlanRequest> = { leastCut: 0.9 * text.length }) => {
    const request = { ...requestOf([path], { features: ['a', 'b', 'sure'] }), ...asked };
    const { content } = await steps.plan(request, quietContext);
    return content.parts.map(({ from, to, bytes }) => [from, to === bytes]);
  };
  assert.deepEqual(await found(large), [
    [0, false],
    [Math.round(text.length / 2), true],
  ]);
  for (const uncut of [{}, { leastCut: text.length }, { leastCut: 1000, partSize: 'file' }] as const)
    assert.deepEqual(await found(large, uncut), [[0, true]]);
  const broken = LONG.rows.map((row, i) => (i < 1100 ? row : row.replace('red', 're\nd')));
  assert.deepEqual(await found(written('broken.csv', csvText(broken))), [[0, true]]);
});

test('the bytes of a part may come from standard input or another file, and are checked', async () => {
  const paths = partsOf(2);
  const { plan, sums } = await inSteps(requestOf(paths));
  const bytes = readFileSync(paths[1]);
  async function* chunks(of: Uint8Array) {
    for (let at = 0; at < of.length; at += 1000) yield of.subarray(at, at + 1000);
  }
  const streamed = await steps.map(plan, 2, { stream: () => chunks(bytes) }, quietContext);
  assert.deepEqual(streamed.bytes, sums[1]);
  const copy = written('copy.csv', bytes);
  assert.deepEqual((await steps.map(plan, 2, { path: copy }, quietContext)).bytes, sums[1]);
  const other = Buffer.from(bytes);
  other[other.length - 20] ^= 1;
  await assert.rejects(
    steps.map(plan, 2, { stream: () => chunks(other) }, quietContext),
    refused('file/changed', /Part 2, .* has other content/),
  );
  await assert.rejects(
    steps.map(plan, 2, { stream: () => chunks(bytes.subarray(0, -9)) }, quietContext),
    refused('file/changed', /^Part 2, .* has \d+ bytes and had \d+/),
  );
});

test('a part that grew, was written again or is gone is noticed', async () => {
  const paths = partsOf(2).map((path, i) => written(`moving-${i}.csv`, readFileSync(path)));
  const { plan } = await inSteps(requestOf(paths));
  const map = () => steps.map(plan, 1, {}, quietContext);
  const text = readFileSync(paths[0], 'utf8');
  utimesSync(paths[0], new Date(), new Date(Date.now() + 5000));
  await assert.rejects(
    map(),
    refused('file/changed', /^Part 1, moving-0\.csv, was written again since the plan was made/),
  );
  writeFileSync(paths[0], `${text}1,2,red,1/1/2021,yes,1,2,3,low,\n`);
  await assert.rejects(map(), refused('file/changed', /has \d+ bytes and had \d+/));
  rmSync(paths[0]);
  await assert.rejects(map(), refused('file/not-found', /moving-0\.csv does not exist/));
});

test('what does not belong together is refused by a sentence', async () => {
  const paths = partsOf(7);
  const one = await inSteps(requestOf(paths));
  const other = await inSteps(requestOf(paths, { seed: 4 }));
  const solve = (files: readonly Uint8Array[], plan = one.plan) =>
    steps.solve(plan, files.map(named('sums-x')), quietContext);
  await assert.rejects(
    solve(other.sums),
    refused('run/unreadable', /^sums-x cannot be used: it was made with another plan/),
  );
  await assert.rejects(
    solve([...one.sums, one.sums[2]]),
    refused('parameter/invalid', /^Part 3 is in more than one of the files/),
  );
  await assert.rejects(
    solve(one.sums.filter((_, i) => i !== 1 && i !== 4)),
    refused('parameter/invalid', /^2 of 7 parts are missing: 2, 5\./),
  );
  await assert.rejects(
    solve(one.errors),
    refused('run/unreadable', /it holds kernelscope errors, not kernelscope sums/),
  );
  await assert.rejects(solve([readFileSync(whole)]), refused('run/unreadable', /sums-x cannot be used/));
  const finish = (errors: readonly Uint8Array[], solution = one.solution) =>
    steps.finish(one.plan, named('s')(solution), errors.map(named('errors-x')), quietContext);
  await assert.rejects(
    finish(one.errors, other.solution),
    refused('run/unreadable', /^s cannot be used: it was made with another plan/),
  );
  await assert.rejects(finish(other.errors), refused('run/unreadable', /made with another plan/));
  await assert.rejects(
    finish(one.errors.slice(1)),
    refused('parameter/invalid', /^1 of 7 parts is missing: 1\. Map it,/),
  );
  for (const part of [0, 8])
    await assert.rejects(
      steps.map(one.plan, part, {}, quietContext),
      refused('parameter/invalid', /^The plan has parts 1 to 7/),
    );
});

test('parts of other columns or with other cells are refused by a sentence', async () => {
  const first = written('f1.csv', csvText(ROWS.slice(0, 120)));
  const columns = written('f2.csv', 'p,q\n1,2\n3,4\n');
  await assert.rejects(
    inSteps(requestOf([first, columns])),
    refused('data/unknown-column', /f2\.csv has 2 columns and none of those of the first file/),
  );
  const lacking = written('f3.csv', 'a,colour,when,sure,y\n1,red,2/2/2021,no,3\n2,red,2/2/2021,no,4\n');
  const plan = await steps.plan(requestOf([first, lacking]), quietContext);
  await assert.rejects(
    steps.map(named('plan')(plan.bytes), 2, {}, quietContext),
    refused('model/columns', /^Part 2: f3\.csv lacks the column "b"/),
  );
  for (const option of [{ without: '3' }, { maxRows: 9 }])
    await assert.rejects(steps.plan(requestOf([first], option), quietContext), refused('parameter/invalid', /visited/));
});

test('a part without the target, or with cells separated otherwise, is named with what to do', async () => {
  const first = written('t1.csv', csvText(ROWS.slice(0, 120)));
  const lacking = written('t2.csv', 'a,b,colour,when,sure\n1,2,red,2/2/2021,no\n2,3,red,2/2/2021,no\n');
  const plan = await steps.plan(requestOf([first, lacking]), quietContext);
  await assert.rejects(
    steps.map(named('plan')(plan.bytes), 2, {}, quietContext),
    refused(
      'data/unknown-column',
      /^Part 2: t2\.csv has no column "y"\..* Add the column to it, or make the plan without this part\.$/,
    ),
  );
  const semicolons = written(
    't3.csv',
    csvText(ROWS.slice(120)).replaceAll('green, or so', 'green').replaceAll(',', ';'),
  );
  await assert.rejects(
    steps.plan(requestOf([first, semicolons]), quietContext),
    refused('parameter/invalid', /^The cells of t3\.csv are separated by ";", and those of the first file by ","\./),
  );
});

test('34 parts of very different sizes, many of them empty, are fitted as one file', async () => {
  const edge = (k: number) => Math.round(210 * (k / 34) ** 6);
  const paths = Array.from({ length: 34 }, (_, i) =>
    written(`many-${String(i).padStart(2, '0')}.csv`, csvText(ROWS.slice(edge(i), edge(i + 1)))),
  );
  const request = requestOf(paths, {}, { features: 12 });
  const { run, made } = await inSteps(request, (n) => Array.from({ length: n }, (_, i) => (i * 13) % n));
  assert.equal(made.content.parts.length, 34);
  sameFit(run, await inMemory(request, whole));
});
