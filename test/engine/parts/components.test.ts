import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Design, DesignOptions } from '../../../src/engine/contract/data';
import type { Parameters } from '../../../src/engine/contract/method';
import type { FitRequest } from '../../../src/engine/contract/run';
import { Engine } from '../../../src/engine/engine';
import { nystromForm } from '../../../src/engine/fit/components/nystromForm';
import { randomFeatureForm } from '../../../src/engine/fit/components/randomFeatureForm';
import type { ComponentsMethod } from '../../../src/engine/fit/method';
import { rowBlock } from '../../../src/engine/kernels/rows';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { nyKpca } from '../../../src/engine/methods/nyKpca';
import { rfKpca } from '../../../src/engine/methods/rfKpca';
import { checkParameters } from '../../../src/engine/parameters/checkParameters';
import { components } from '../../../src/engine/parts/components';
import type { Family, RowsPlan } from '../../../src/engine/parts/family';
import { joinedNodes } from '../../../src/engine/parts/tree';
import { components as fitted, madeRowsDesign, ofRows } from '../fit/components/making';
import { relativeError, rowsOf } from '../madeRows';
import type { Given } from '../methods/fitting';
import { core, fitContext, machine } from '../testCore';

const N = 700;
/** Rows at hand when all have been added up. */
const SAMPLED = 90;
const PARTS = 7;

const forms: readonly (readonly [Family<'components'>, ComponentsMethod, Given])[] = [
  [components(randomFeatureForm, rfKpca), rfKpca, { features: 48 }],
  [components(nystromForm, nyKpca), nyKpca, { landmarks: 48 }],
];
const cases: Readonly<Record<string, Given>> = {
  'the median distance': {},
  'features that hardly vary': { lengthScale: 300, components: 2 },
  'a rough kernel, many components': { kernel: 'laplace', lengthScale: 0.5, components: 30 },
  'second moments': { centre: false },
};

for (const [family, method, given] of forms)
  for (const [what, more] of Object.entries(cases))
    test(`${method.id} from sums over parts are the components of all rows: ${what}`, () => {
      const design = madeRowsDesign(N, 3, 5, 60);
      const parameters = checkParameters(method, { ...given, ...more });
      const expected = fitted(method, design, { ...parameters, tradeOff: false });
      const found = fromParts(family, design, parameters);
      const [a, b] = [found.components, expected.components];
      const close = (x: ArrayLike<number>, y: ArrayLike<number>, name: string) =>
        assert.ok(relativeError(x, y) < 1e-10, `${name}: ${relativeError(x, y)}`);
      close(a.eigenvalues, b.eigenvalues, 'eigenvalues');
      close([a.total], [b.total], 'trace');
      close(a.loadings.values, b.loadings.values, 'loadings');
      close(a.holdout?.error ?? [], b.holdout?.error ?? [0], 'errors of held-out rows');
      assert.deepEqual(a.holdout?.rows, b.holdout?.rows);
      // With the signs that the scores of all rows ask for.
      assert.ok(relativeError(a.holdout?.scores ?? [], b.holdout?.scores ?? [0]) < 1e-6);
      const byL2 = (curve: typeof a) => curve.reconstruction[0].components;
      assert.deepEqual(byL2(a), byL2(b));
      if (b.reconstruction[0].h) close(a.reconstruction[0].h ?? [], b.reconstruction[0].h, 'error in H');
      assert.deepEqual([a.n, a.train.rows.length, a.reconstruction.length], [N, SAMPLED, 1]);
      assert.deepEqual(a.reconstruction[0].bytes, b.reconstruction[0].bytes);
    });

/** A fit as if the rows were in parts, and only a few of them at hand in the end. */
function fromParts(family: Family<'components'>, design: Design, parameters: Given) {
  const { train, holdout: _holdout, ...others } = design;
  const settled = family.settle(design, { parameters, rows: N }, fitContext);
  const coding = { transform: design.transform, targets: [], shares: { seed: 0, heldOut: 0, sampled: 1 } };
  const plan: RowsPlan<'components'> = {
    ...settled,
    method: 'rf-kpca',
    parameters,
    design: others,
    coding,
    options: { holdout: { kind: 'fraction', fraction: 0 } },
  };
  const step = Math.ceil(N / PARTS);
  const added = <T>(
    of: (rows: { x: Design['train']['x']; outputs: readonly Float64Array[] }) => T,
    add: (a: T, b: T) => T,
  ) => {
    const leaves = Array.from({ length: PARTS }, (_, place) => ({
      level: 0,
      place,
      value: of({ x: rowBlock(train.x, place * step, Math.min(step, N - place * step)), outputs: [] }),
    }));
    const [{ value }] = joinedNodes(leaves, PARTS, add);
    return value;
  };
  const sums = added((rows) => family.sums(plan.basis, rows, quietWith(core)), family.addSums);
  const totals = family.totals(plan, sums, quietWith(core));
  const solution = { totals, solved: family.solve(plan, totals, quietWith(core)) };
  const errors = added(family.again(plan, solution, quietWith(core)), family.addErrors);
  const sample = {
    ...design,
    train: rowsOf(
      train,
      Uint32Array.from({ length: SAMPLED }, (_, i) => i * 7),
    ),
  };
  const outcome = family.conclude(plan, sample, solution, { errors, seconds: 1 }, fitContext);
  assert.ok('components' in outcome);
  return outcome;
}

test('rows that are all the same have no components, however they are added up', () => {
  const [[family]] = forms;
  const design = madeRowsDesign(N, 2, 3);
  const x = { ...design.train.x, values: new Float64Array(2 * N).fill(1) };
  const same = { ...design, train: { ...design.train, x } };
  assert.throws(() => fromParts(family, same, { features: 10, lengthScale: 1 }), /are all the same to the kernel/);
});

const bytes = (text: string) => ({ kind: 'bytes', name: 'rows.csv', bytes: new TextEncoder().encode(text) }) as const;
const engine = new Engine(machine(4e9));
const requestOf = (text: string, design: Partial<DesignOptions>, parameters: Parameters): FitRequest => ({
  method: 'rf-kpca',
  source: bytes(text),
  read: {},
  design: {
    target: '',
    missing: 'impute',
    standardise: false,
    seed: 2,
    holdout: { kind: 'fraction', fraction: 0 },
    ...design,
  },
  parameters: { features: 12, components: 3, lengthScale: 1, tradeOff: false, ...parameters },
});
const fitOf = async (request: FitRequest, streamed: boolean) =>
  ofRows(await engine.handlers.fit({ ...request, ...(streamed && { streamed: true }) }, quietContext));

test('of a file with more rows than are sampled the components are those of all rows', async () => {
  const rows = Array.from({ length: 26_000 }, (_, i) => `${Math.sin(i * 1.3).toFixed(4)},${((i * 37) % 101) / 50}`);
  const request = requestOf(`a,b\n${rows.join('\n')}\n`, {}, {});
  const [held, visited] = [await fitOf(request, false), await fitOf(request, true)];
  const [a, b] = [visited.components, held.components];
  assert.equal(a.n, 26_000);
  assert.ok(a.train.rows.length > 19_000 && a.train.rows.length <= 20_000);
  const close = (x: ArrayLike<number>, y: ArrayLike<number>) => assert.ok(relativeError(x, y) < 1e-10);
  close(a.eigenvalues, b.eigenvalues);
  close([a.total], [b.total]);
  close(a.loadings.values, b.loadings.values);
  close(visited.model.components?.coefficients ?? [], held.model.components?.coefficients ?? [0]);
  close(visited.model.components?.offset ?? [], held.model.components?.offset ?? [0]);
  close(visited.model.components?.meanWeights ?? [], held.model.components?.meanWeights ?? [0]);
});

test('a level that no sampled row has colours its rows as other', async () => {
  // Every hundredth row has a level that no other row has.
  const rows = Array.from(
    { length: 900 },
    (_, i) => `${Math.sin(i)},${Math.cos(i)},${i % 100 === 0 ? `only ${i}` : 'x'}`,
  );
  const held = { kind: 'fraction', fraction: 0.5 } as const;
  const request = requestOf(`a,b,c\n${rows.join('\n')}\n`, { features: ['a', 'b'], holdout: held }, {});
  const { components: found } = await fitOf(request, true);
  const colour = found.colours.find(({ column }) => column === 'c');
  assert.ok(colour?.kind === 'category' && found.holdout);
  const shown = [...found.train.rows, ...found.holdout.rows];
  const trains = new Set(found.train.rows);
  const lone = shown.filter((row) => row % 100 === 1);
  assert.ok(lone.length === 9 && lone.some((row) => trains.has(row)) && lone.some((row) => !trains.has(row)));
  shown.forEach((row, i) => {
    const own = row % 100 === 1 ? (trains.has(row) ? `only ${row - 1}` : 'other') : 'x';
    assert.equal(colour.levels[colour.codes[i]], own, `row ${row}`);
  });
});
