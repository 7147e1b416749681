import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StoredRunSummary, summariseRun } from '../../src/doors/runs/summary';
import { Random } from '../../src/engine/data/random';
import { runNames } from '../../src/extension/runs/names';
import { sampleRun } from './sampleRun';

const nobody = () => undefined;
const base = summariseRun(sampleRun('x', new Date(Date.UTC(2026, 0, 1)).toISOString(), 0.9));
const run = (id: number, more: Partial<StoredRunSummary> = {}): StoredRunSummary => ({
  ...base,
  id: String(id),
  created: id,
  ...more,
});
const parameter = (name: string, value: string, rule = 'lowest leave-one-out error') => ({
  name,
  title: name === 'lambda' ? 'Lambda' : name === 'lengthScale' ? 'Length scale' : name,
  value,
  rule,
});
const names = (runs: readonly StoredRunSummary[], given: (id: string) => string | undefined = nobody) => [
  ...runNames(runs, given).values(),
];

test('a run is named by what differs from the oldest, what a person set before what a rule chose', () => {
  const columns = ['frequency', 'angle', 'velocity'];
  const first = run(1, {
    columns,
    parameters: [parameter('kernel', 'gaussian', 'race'), parameter('lambda', '0.00012345')],
  });
  const moved = {
    columns,
    parameters: [parameter('kernel', 'gaussian', 'race'), parameter('lambda', '3.1234567890123456e-5', 'set')],
  };
  assert.deepEqual(names([run(2, moved), first]), [
    { name: 'λ 1.2\u202f×\u202f10⁻⁴', how: 'lowest leave-one-out error' },
    { name: 'λ 3.1\u202f×\u202f10⁻⁵', how: 'set by you' },
  ]);
  const laplace = {
    columns,
    kernel: 'Laplace',
    parameters: [parameter('kernel', 'laplace', 'set'), parameter('lambda', '0.7')],
  };
  const fewer = { ...moved, columns: ['frequency', 'angle'], parameters: first.parameters };
  assert.deepEqual(names([first, run(2, laplace), run(3, fewer), run(4, moved)]), [
    { name: 'Gaussian', how: '' },
    { name: 'Laplace', how: 'kernel set by you' },
    { name: 'without velocity', how: '' },
    { name: 'λ 3.1\u202f×\u202f10⁻⁵', how: 'set by you' },
  ]);
  assert.deepEqual(names([first]), [{ name: 'Gaussian', how: '' }]);
  const given = names([first, run(2, moved)], (id) => (id === '1' ? 'mine' : undefined));
  assert.deepEqual(
    given.map(({ name }) => name),
    ['mine', 'λ 3.1\u202f×\u202f10⁻⁵'],
  );
});

/** Runs that differ from one another in one to three settings, or in none. */
function madeGroup(seed: number): StoredRunSummary[] {
  const random = new Random(seed);
  const one = <T>(values: readonly T[]): T => values[random.below(values.length)];
  const rule = () => one(['set', 'lowest leave-one-out error']);
  const all = [
    'frequency',
    'angle of attack in degrees, measured',
    'chord',
    'velocity',
    'thickness',
    '$(icon)',
    'x'.repeat(80),
  ];
  const changes: readonly (() => Partial<StoredRunSummary>)[] = [
    () => ({ kernel: one(['Laplace', 'Matérn 3/2', 'A kernel with a rather long title']), scales: one([1, 5]) }),
    () => ({
      method: one([
        { id: 'huber', title: 'Huber kernel regression' },
        { id: 't', title: 'Tukey kernel regression' },
      ]),
    }),
    () => ({ columns: all.filter(() => random.uniform() < 0.7) }),
    () => ({ design: { ...base.design, without: `without ${one([1, 2, 15, 15])} rows` } }),
    () => ({
      design: { ...base.design, rows: `where ${one(['age > 30', "sex = 'female' and age > 30", 'x'.repeat(60)])}` },
    }),
    () => ({ design: { ...base.design, holdout: one(['the last rows held out', '30 % held out']) } }),
    () => ({ design: { ...base.design, seed: `seed ${one([1, 7, 12345])}` } }),
    () => ({
      parameters: [parameter('lambda', one(['0.000031234567', '0.00003123999', '0.5', '7', '1e-300']), rule())],
    }),
    () => ({
      parameters: [
        parameter('lambda', '0.1', rule()),
        parameter('lengthScale', one(['1 2 3', '1 2 4', '0.3333333333333333']), rule()),
      ],
    }),
  ];
  const origin = { columns: all, parameters: [parameter('lambda', '0.1'), parameter('lengthScale', '1')] };
  return Array.from({ length: 2 + random.below(7) }, (_, i) => {
    let more: Partial<StoredRunSummary> = origin;
    for (let c = random.below(4); i > 0 && c > 0; c--) more = { ...more, ...one(changes)() };
    return run(i, more);
  });
}

test('names of a group are short, pairwise different, and hold nothing that all of its runs share', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const group = madeGroup(seed);
    const said = names(group).map(({ name }) => name);
    assert.equal(new Set(said).size, said.length, said.join(' | '));
    for (const name of said) assert.ok(name.length <= 25 && name.trim() !== '', name);
    const differs = (of: (one: StoredRunSummary) => unknown) =>
      new Set(group.map((one) => JSON.stringify(of(one)))).size > 1;
    const settings = (one: StoredRunSummary) => [
      one.kernel,
      one.scales,
      one.method,
      one.columns,
      one.design,
      one.parameters,
    ];
    if (!differs(settings)) continue;
    if (!differs(({ kernel, scales }) => [kernel, scales]))
      assert.ok(!said.some((name) => name.includes(group[0].kernel)), said.join(' | '));
    if (!differs(({ method }) => method)) assert.ok(!said.some((name) => name.includes('Kernel ridge')));
    if (!differs(({ columns }) => columns)) assert.ok(!said.some((name) => /^\d+ columns$/.test(name)));
    if (!differs(({ parameters }) => parameters)) assert.ok(!said.some((name) => name.includes('λ')));
    if (!differs(({ design }) => design.seed)) assert.ok(!said.some((name) => name.includes('seed')));
  }
});
