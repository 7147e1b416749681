import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noTarget, targetCandidates } from '../../../src/engine/compare/targets/targetCandidates';
import { cancelledError, quietContext } from '../../../src/engine/contract/context';
import type { TargetCandidate } from '../../../src/engine/contract/data';
import { Random } from '../../../src/engine/data/random';
import type { Table } from '../../../src/engine/data/table';
import { readText } from '../data/reading';

type Cells = readonly (string | number)[];

function tableOf(columns: Readonly<Record<string, Cells>>): Promise<Table> {
  const names = Object.keys(columns);
  const rows = columns[names[0]].map((_, i) => names.map((name) => `"${columns[name][i]}"`).join(','));
  return readText(`${[names.join(','), ...rows].join('\n')}\n`);
}

async function ranked(columns: Readonly<Record<string, Cells>>): Promise<Map<string, TargetCandidate>> {
  const candidates = targetCandidates(await tableOf(columns), quietContext);
  return new Map(candidates.map((candidate) => [candidate.name, candidate]));
}

const drawn = (n: number, f: (i: number) => number | string) => Array.from({ length: n }, (_, i) => f(i));
const normals = (n: number, random: Random) => Array.from({ length: n }, () => random.normal());
const explainedOf = (found: Map<string, TargetCandidate>, name: string) => found.get(name)?.explained ?? Number.NaN;

test('what is said to be explained is what a linear fit explains of new rows, with gaps or without', async () => {
  for (let seed = 0; seed < 12; seed++) {
    const random = new Random(seed);
    const n = 300 + 300 * (seed % 4);
    const [a, b, c] = [0, 1, 2].map(() => normals(n, random));
    const noise = [0.3, 1, 2][seed % 3];
    const exact = a.map((v, i) => v - 0.5 * b[i]);
    const y = exact.map((v) => v + noise * random.normal());
    const truth = 1.25 / (1.25 + noise ** 2);
    const gaps = y.map((v) => (random.uniform() < 0.3 ? '' : v));
    for (const given of [y, gaps]) {
      const found = await ranked({ a, b, c, result: given });
      assert.ok(
        Math.abs(explainedOf(found, 'result') - truth) < 0.1,
        `${seed}: ${explainedOf(found, 'result')} for ${truth}`,
      );
      assert.ok(explainedOf(found, 'c') < 0.03, `${seed}: noise, ${explainedOf(found, 'c')}`);
    }
  }
});

test('columns of words and of yes and no are measured too, and a category at the end is no better for its place', async () => {
  const random = new Random(1);
  const size = normals(500, random);
  const found = await ranked({
    size,
    weight: size.map((v) => v + 0.5 * random.normal()),
    grown: size.map((v) => (v + 0.3 * random.normal() > 0 ? 'yes' : 'no')),
    sort: size.map((v) => v + 0.3 * random.normal()).map((v) => (v > 0.6 ? 'large' : v > -0.6 ? 'middle' : 'small')),
    tree: drawn(500, () => ['oak', 'elm', 'ash'][random.below(3)]),
  });
  const share = (name: string) => explainedOf(found, name);
  assert.ok(share('grown') > 0.4 && share('grown') < 0.8, `${share('grown')}`);
  assert.ok(share('sort') > 0.3 && share('sort') < 0.8, `${share('sort')}`);
  assert.equal([...found.keys()].at(-1), 'tree');
  assert.equal(found.get('tree')?.reason, 'a linear fit on the other columns explains next to nothing of it');
});

test('near copies come after all others, then what cannot be predicted, each with its reason', async () => {
  const random = new Random(2);
  const a = normals(400, random);
  const found = await ranked({
    row: drawn(400, (i) => i + 1),
    name: drawn(400, (i) => `person ${i}`),
    day: drawn(400, (i) => new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10)),
    same: drawn(400, () => 5),
    a,
    copy: a.map((v) => 2 * v + Math.sin(v) + 0.001 * random.normal()),
    b: a.map((v) => v + random.normal()),
    c: normals(400, random),
  });
  assert.deepEqual([...found.keys()].slice(0, 2), ['b', 'c']);
  assert.deepEqual(new Set([...found.keys()].slice(2, 4)), new Set(['a', 'copy']));
  assert.match(found.get('copy')?.reason ?? '', /^"a" alone explains (9[89]\.\d|over 99\.9)\u202f%$/);
  assert.deepEqual(
    ['row', 'name', 'day', 'same'].map((name) => [found.get(name)?.standing, found.get(name)?.reason.slice(0, 16)]),
    [
      ['unfit', 'looks like a row'],
      ['unfit', 'looks like an ID'],
      ['unfit', 'a date'],
      ['unfit', 'every value is t'],
    ],
  );
});

test('a column whose name decides stands first whatever is measured of it', async () => {
  const random = new Random(3);
  const a = normals(100, random);
  const found = await ranked({
    a,
    b: a.map((v) => v + 0.1 * random.normal()),
    survived: drawn(100, () => random.below(2)),
  });
  const [[first, { standing, reason }]] = found;
  assert.deepEqual([first, standing], ['survived', 'named']);
  assert.match(reason, /^its name says so; /);
});

test('odd tables: few rows, one column, no rows, gaps alone, huge and tiny numbers', async () => {
  const tables: readonly Readonly<Record<string, Cells>>[] = [
    { a: [1, 2, 3], b: [2, 4, 7] },
    { a: drawn(50, (i) => (i * 7) % 11) },
    { a: drawn(50, (i) => (i * 7) % 11), b: drawn(50, () => '') },
    {
      a: drawn(60, (i) => 1e300 * (((i * 7) % 11) - 5)),
      b: drawn(60, (i) => 1e-300 * ((i * 5) % 13)),
      c: drawn(60, (i) => (i * 3) % 7),
    },
    { a: drawn(60, (i) => (i < 3 ? i : '')), b: drawn(60, (i) => (i * 5) % 13), c: drawn(60, (i) => (i * 3) % 7) },
  ];
  for (const columns of tables) {
    const found = await ranked(columns);
    assert.equal(found.size, Object.keys(columns).length);
    for (const { explained = 0, reason } of found.values()) {
      assert.ok(Number.isFinite(explained) && explained <= 1, reason);
      assert.ok(reason.length > 0);
    }
  }
});

test('of a wide file some columns are measured, the same ones each time, and the others are said not to be', async () => {
  const random = new Random(4);
  const columns = Object.fromEntries(Array.from({ length: 300 }, (_, j) => [`p${j}`, normals(60, random)]));
  const table = await tableOf({ ...columns, target: normals(60, random) });
  const candidates = targetCandidates(table, quietContext);
  assert.deepEqual(targetCandidates(table, quietContext), candidates);
  assert.equal(candidates[0].name, 'target');
  assert.notEqual(candidates[0].explained, undefined);
  const unmeasured = candidates.filter(({ standing }) => standing === 'unmeasured');
  assert.equal(unmeasured.length, 201);
  assert.equal(unmeasured[0].reason, 'not measured, 100 of 301 columns were');
});

test('it ends at once when it is cancelled', async () => {
  const random = new Random(5);
  const table = await tableOf(
    Object.fromEntries(Array.from({ length: 60 }, (_, j) => [`p${j}`, normals(300, random)])),
  );
  for (const looks of [1, 20, 400]) {
    let left = looks;
    const check = () => {
      if (left-- <= 0) throw cancelledError();
    };
    assert.throws(() => targetCandidates(table, { ...quietContext, check }), /Cancelled/);
  }
});

test('a refusal names the five best and never an ID', async () => {
  const random = new Random(6);
  const a = normals(300, random);
  const parts = Object.fromEntries(
    [0.3, 0.5, 0.8, 1.2, 2, 3].map((s, i) => [`v${i}`, a.map((v) => v + s * random.normal())]),
  );
  const table = await tableOf({
    no: drawn(300, (i) => i + 1),
    ...parts,
    tree: drawn(300, () => ['oak', 'elm'][random.below(2)]),
  });
  const { failure } = noTarget(table.inspection, targetCandidates(table, quietContext));
  assert.match(
    failure.message,
    /^No name in test\.csv says which column is to be predicted\. Name the target\. The other columns explain about \d+\u202f% of "v0", .* and about \d+\u202f% of "v4"\.$/,
  );
  assert.deepEqual(failure.data, { columns: ['v0', 'v1', 'v2', 'v3', 'v4'] });
  const keys = await tableOf({ no: drawn(30, (i) => i + 1) });
  const none = noTarget(keys.inspection, targetCandidates(keys, quietContext));
  assert.match(none.failure.message, /^No column of test\.csv can be a target/);
});
