import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SummedId } from '../../../src/engine/contract/cluster';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions, FileSource } from '../../../src/engine/contract/data';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { Parameters } from '../../../src/engine/contract/method';
import { type AnyRun, type FitRequest, isComponents } from '../../../src/engine/contract/run';
import { readingOfFile } from '../../../src/engine/data/tableReading';
import { Engine } from '../../../src/engine/engine';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { projectComponents } from '../../../src/engine/model/projectComponents';
import { sampleTable } from '../../../src/engine/parts/sampleTable';
import { plainText } from '../../../src/figures/words/describe';
import { modelOf, ofRows, sameComponents } from '../fit/components/making';
import { relativeError } from '../madeRows';
import { ofTarget, targetsOf } from '../methods/fitting';
import { COLOURS, csvRows, csvText, MADE_DESIGN } from '../partRows';
import { core, machine } from '../testCore';

const rowsCsv = (count: number, from: number): string => csvText(csvRows(count, from));

const bytes = (name: string, text: string): FileSource => ({
  kind: 'bytes',
  name,
  bytes: new TextEncoder().encode(text),
});
const source = bytes('rows.csv', rowsCsv(420, 0));
const other = bytes('other.csv', rowsCsv(90, 1000));
const engine = new Engine(machine(4e9));

const METHODS: Readonly<Record<SummedId, Parameters>> = {
  'rf-ridge': { features: 40, compare: false },
  'nystrom-ridge': { landmarks: 40, compare: false },
  'rf-kpca': { features: 40, tradeOff: false },
  'ny-kpca': { landmarks: 40, tradeOff: false },
};

function requestOf(method: SummedId, design: Partial<DesignOptions>, parameters: Parameters): FitRequest {
  return {
    method,
    source,
    read: {},
    design: {
      ...MADE_DESIGN,
      holdout: { kind: 'file', source: other },
      ...design,
    },
    parameters: { kernel: 'matern32', lengthScale: 0.7, seed: 3, ...METHODS[method], ...parameters },
  };
}

function sameData(visited: AnyRun, held: AnyRun): void {
  assert.equal(visited.request.streamed, true);
  assert.deepEqual(visited.model.transform, held.model.transform);
  for (const name of ['rows', 'used', 'train', 'holdout', 'columns', 'dropped', 'imputed', 'encoded'] as const)
    assert.deepEqual(visited.data[name], held.data[name], name);
  const told = (run: AnyRun) => run.parameters.map(({ name, value, rule }) => [name, value, rule]);
  assert.deepEqual(told(visited), told(held));
}

async function fitted(request: FitRequest) {
  return ofTarget(await engine.handlers.fit(request, quietContext));
}

const cases: Readonly<Record<string, readonly [Partial<DesignOptions>, Parameters]>> = {
  'columns of every kind, with gaps': [{}, {}],
  'rows with a gap left out': [{ missing: 'drop' }, {}],
  'row weights': [{ weights: 'w' }, {}],
  'a filter': [{ where: "colour = 'red' or b > 0" }, {}],
  'unpenalised terms': [{}, { unpenalised: 'a, b^2' }],
  'two targets': [{ moreTargets: ['z'] }, {}],
  'two classes': [{ target: 'sure', features: ['a', 'b', 'y'] }, {}],
  'three classes, balanced, with row weights': [
    { target: 'kind', features: ['a', 'b'], weights: 'w' },
    { classWeight: 'balanced', lengthScale: 0.25 },
  ],
  'nothing standardised, by GCV': [
    { standardise: false, features: ['a', 'b'] },
    { selection: 'gcv', lengthScale: 0.25 },
  ],
  'lambda, k and r as they were set': [{}, { lambda: 1e-3, k: 2, r: 30 }],
};

for (const method of ['rf-ridge', 'nystrom-ridge'] as const)
  for (const [what, [design, parameters]] of Object.entries(cases))
    test(`${method}: rows visited are fitted as rows held are: ${what}`, async () => {
      const request = requestOf(method, design, parameters);
      const held = await fitted(request);
      const visited = await fitted({ ...request, streamed: true });
      targetsOf(held).forEach((target, t) => {
        const found = targetsOf(visited)[t];
        const close = (a: ArrayLike<number>, b: ArrayLike<number>, name: string) =>
          assert.ok(relativeError(a, b) < 1e-10, `${name}: ${relativeError(a, b)}`);
        close(found.spectrum.mu, target.spectrum.mu, 'eigenvalues');
        for (const p of target.paths.keys())
          for (const name of ['values', 'loo', 'gcv', 'degreesOfFreedom'] as const)
            close(found.paths[p][name], target.paths[p][name], `${target.paths[p].axis}: ${name}`);
        assert.deepEqual(Object.keys(found.filter), Object.keys(target.filter));
        close([found.mean, found.variance], [target.mean, target.variance], 'moments');
        close([found.metrics.loo, found.metrics.gcv], [target.metrics.loo, target.metrics.gcv], 'errors');
        close(found.holdout?.predicted ?? [], target.holdout?.predicted ?? [0], 'held-out predictions');
        close(found.holdout?.lower ?? [], target.holdout?.lower ?? [0], 'intervals');
        close(visited.model.outputs[t].alpha, held.model.outputs[t].alpha, 'coefficients of landmarks');
        close(visited.model.outputs[t].beta, held.model.outputs[t].beta, 'coefficients');
      });
      assert.deepEqual(visited.classes?.confusion, held.classes?.confusion);
      sameData(visited, held);
    });

const componentsCases: Readonly<Record<string, readonly [Partial<DesignOptions>, Parameters]>> = {
  'columns of every kind, with gaps': [{}, {}],
  'rows with a gap left out': [{ missing: 'drop' }, {}],
  'a filter, and columns to colour by': [{ where: "colour = 'red' or b > 0", target: 'kind', moreTargets: ['y'] }, {}],
  'the last rows in time': [{ holdout: { kind: 'last', fraction: 0.25, by: 'when' } }, {}],
  'nothing standardised, at the median distance': [
    { standardise: false, features: ['a', 'b', 'y'], holdout: { kind: 'fraction', fraction: 0 } },
    { lengthScale: 'none' },
  ],
};
for (const method of ['rf-kpca', 'ny-kpca'] as const)
  for (const [what, [design, { lengthScale = 0.7 }]] of Object.entries(componentsCases))
    test(`${method}: rows visited have the components of rows held: ${what}`, async () => {
      const request = requestOf(method, { target: '', ...design }, {});
      const { lengthScale: _, ...others } = request.parameters;
      const parameters = lengthScale === 'none' ? others : { ...others, lengthScale };
      const fittedAs = async (streamed?: true) =>
        ofRows(await engine.handlers.fit({ ...request, parameters, ...(streamed && { streamed }) }, quietContext));
      const [held, visited] = [await fittedAs(), await fittedAs(true)];
      sameComponents(visited, held);
      assert.deepEqual(visited.components.train.lines, held.components.train.lines);
      sameData(visited, held);
      const rows = { rows: 3, columns: held.model.transform.names.length, values: new Float64Array(0) };
      const some = { ...rows, values: Float64Array.from({ length: 3 * rows.columns }, (_, o) => Math.sin(o)) };
      const [a, b] = [visited, held].map(({ model }) => projectComponents(modelOf({ model }), some, quietWith(core)));
      assert.ok(relativeError(a.scores, b.scores) < 1e-10 && relativeError(a.error, b.error) < 1e-10);
    });

test('a share of the rows is held out by their numbers, and whoever trains is not among them', async () => {
  const run = await fitted({
    ...requestOf('rf-ridge', { holdout: { kind: 'fraction', fraction: 0.25 } }, {}),
    streamed: true,
  });
  const { train, holdout, used, rows } = run.data;
  assert.deepEqual([rows, used, train + holdout], [420, 409, 409]);
  assert.ok(holdout > 70 && holdout < 135, `${holdout} of 409`);
  assert.equal(run.holdout?.rows.length, holdout);
  // Rows are counted from 1 in the file, a line below the header.
  assert.deepEqual(
    run.holdout?.lines,
    run.holdout?.rows.map((row) => row + 1),
  );
  assert.ok(run.holdout?.observed.every(Number.isFinite));
});

test('rows too large for memory are visited without being asked to', async () => {
  const { holdout: _, ...design } = requestOf('rf-ridge', {}, {}).design;
  const request = {
    ...requestOf('rf-ridge', {}, {}),
    design: { ...design, holdout: { kind: 'fraction', fraction: 0.2 } },
  } as const;
  // Enough for the sums, too little for the columns of all rows at once.
  const many: FitRequest = { ...request, source: bytes('many.csv', rowsCsv(33_000, 0)) };
  const small = new Engine(machine(1.2e8));
  const estimate = await small.handlers.estimate(many, quietContext);
  assert.equal(estimate.verdict, 'go');
  assert.match(estimate.message, /read from the file several times and not held/);
  const run = await small.handlers.fit(many, quietContext);
  assert.ok(!isComponents(run));
  assert.ok(run.data.train > 25_000 && run.data.holdout > 6_000);
  assert.equal(run.inspection.rows, 33_000);
  assert.equal(run.request.streamed, true);
  const importance = await small.handlers.importance({ request: many, model: run.model }, quietContext);
  for (const measured of [importance, run.importance])
    assert.deepEqual(measured?.columns.map(({ column }) => column).sort(), ['a', 'b', 'colour', 'sure', 'when']);
  const note = run.notes.find(({ code }) => code === 'rows/visited');
  assert.match(
    note?.text ?? '',
    /^The 2\d,\d{3} training rows were visited and not held\..* come from \d\d,\d{3} drawn at random/,
  );
  assert.ok(run.notes.some(({ code }) => code === 'data/described-by-sample'));
  const krr = { ...many, method: 'krr', parameters: {} };
  await assert.rejects(
    small.handlers.fit(krr, quietContext),
    /memory.* rf-ridge and nystrom-ridge fit rows that are not held in memory\.$/,
  );
  const ekpca = { ...krr, method: 'ekpca' };
  await assert.rejects(
    small.handlers.fit(ekpca, quietContext),
    /memory.* rf-kpca and ny-kpca fit rows that are not held in memory\.$/,
  );
  const rf: FitRequest = { ...krr, method: 'rf-kpca', parameters: METHODS['rf-kpca'], streamed: true };
  const { components, notes, data } = ofRows(await engine.handlers.fit(rf, quietContext));
  assert.deepEqual([components.n, data.used], [data.train, 33_000]);
  assert.ok(components.train.rows.length <= 20_000 && components.holdout && components.tested.heldOut);
  assert.match(
    notes.find(({ code }) => code === 'rows/visited')?.text ?? '',
    /Eigenvalues, components, signs and loadings are those of all of them; scores and reconstruction errors come from/,
  );
});

test('a sample keeps every column as the whole file has it', async () => {
  const reading = await readingOfFile(source, {}, quietContext);
  const table = await sampleTable(source, reading, { seed: 1, heldOut: 0.2, sampled: 0.3 }, quietContext);
  const { inspection, columns } = table;
  assert.ok(inspection.rows > 90 && inspection.rows < 165);
  assert.deepEqual(
    inspection.columns.map(({ name, kind }) => [name, kind]),
    reading.columns.map(({ name, kind }) => [name, kind]),
  );
  const colours = columns[2];
  assert.ok('levels' in colours);
  assert.deepEqual([...colours.levels].sort(), [...COLOURS].sort());
});

test('which columns matter is not measured on other rows than a cluster held out', async () => {
  const request = requestOf('rf-ridge', { holdout: { kind: 'fraction', fraction: 0.2 } }, {});
  const { model } = await fitted({ ...request, streamed: true });
  await assert.rejects(
    engine.handlers.importance({ request: { ...request, onCluster: { engine: 'dask' } }, model }, quietContext),
    (error) => error instanceof KernelscopeError && /cluster finish with --importance/.test(error.message),
  );
});

test('columns matter as they do in memory, on the held-out rows of the fit', async () => {
  for (const design of [
    { holdout: { kind: 'last', fraction: 0.3 } },
    { holdout: { kind: 'file', source: other }, target: 'kind', features: ['a', 'b'] },
  ] as const) {
    const request = requestOf('rf-ridge', design, {});
    const held = await fitted(request);
    const visited = await fitted({ ...request, streamed: true });
    const [expected, found] = await Promise.all(
      [held, visited].map(({ model }, i) =>
        engine.handlers.importance(
          { request: i === 1 ? { ...request, streamed: true } : request, model },
          quietContext,
        ),
      ),
    );
    assert.deepEqual(
      found.columns.map(({ column }) => column),
      expected.columns.map(({ column }) => column),
    );
    const risesOf = ({ columns }: typeof found) => columns.map(({ rise }) => rise);
    assert.ok(relativeError(risesOf(found), risesOf(expected)) < 1e-8);
    assert.equal(found.rows, held.holdout?.rows.length);
  }
});

const refused: readonly (readonly [what: string, Partial<FitRequest>, Partial<DesignOptions>, RegExp])[] = [
  [
    'another method',
    { method: 'krr', parameters: {} },
    {},
    /can be fitted by rf-ridge, nystrom-ridge, rf-kpca and ny-kpca, not by krr/,
  ],
  [
    'groups of components',
    { method: 'rf-kpca', parameters: {} },
    { splitBy: { kind: 'group', column: 'colour' } },
    /Principal components have no folds: leave groups, folds and blocks out/,
  ],
  ['a subsample', {}, { maxRows: 100 }, /Leave maxRows out/],
  ['rows by number', {}, { without: '3' }, /are not left out by number/],
  [
    'landmarks by number',
    { method: 'nystrom-ridge', parameters: { landmarkRows: '1 2' } },
    {},
    /cannot be named as landmarks/,
  ],
  [
    'iterations',
    { method: 'nystrom-ridge', parameters: { solver: 'conjugateGradient' } },
    {},
    /Set solver to spectrum/,
  ],
];
for (const [what, request, design, sentence] of refused)
  test(`what needs all rows at once is refused: ${what}`, async () => {
    const asked = { ...requestOf('rf-ridge', design, {}), ...request, streamed: true as const };
    for (const ask of ['estimate', 'fit'] as const)
      await assert.rejects(
        async () => engine.handlers[ask](asked, quietContext),
        (error) =>
          error instanceof KernelscopeError &&
          error.failure.code === 'parameter/invalid' &&
          sentence.test(error.message),
      );
  });

test('words among numbers are said, and their share is stored, as of rows that are held', async () => {
  const [header, ...rows] = csvText(csvRows(600, 0)).trimEnd().split('\n');
  const odd = rows.map((row, i) => (i % 97 === 5 ? row.replace(/^[^,]*,[^,]*/, '1,oops') : row));
  const bytes = new TextEncoder().encode([header, ...odd].join('\n'));
  const asked = requestOf('rf-ridge', {}, {});
  const request = { ...asked, source: { kind: 'bytes', name: 'odd.csv', bytes } } as const;
  const [held, visited] = [
    await engine.handlers.fit(request, quietContext),
    await engine.handlers.fit({ ...request, streamed: true }, quietContext),
  ];
  const oddNotes = (run: AnyRun) =>
    (run.callouts ?? []).filter(({ columns = [] }) => columns.includes('b')).map(({ text }) => plainText(text));
  assert.match(oddNotes(held)[0], /^7 of 600 cells of "b" cannot be read as numbers/);
  assert.deepEqual(oddNotes(visited), oddNotes(held));
  const shares = ({ model }: AnyRun) => model.quality?.gaps.find(({ column }) => column === 'b');
  assert.deepEqual(shares(held)?.unread, 7 / 600);
  assert.deepEqual(shares(visited)?.unread, 7 / 600);
});
