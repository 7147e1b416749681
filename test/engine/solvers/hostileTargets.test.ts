import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext, type RunContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import type { FitContext } from '../../../src/engine/fit/method';
import { targetMethods } from '../../../src/engine/methods/registry';
import { fittedRun } from '../fittedRun';
import { madeDesign, madeRows, madeSample } from '../madeRows';
import { failsWith, fitted } from '../methods/fitting';
import { core, machine } from '../testCore';

/** The most iterations of a path: a descent takes its own maximum of steps, and other solvers take far fewer. */
const MOST_ITERATIONS = 1.001e6;
/** Looks at the flag of cancellation, each after a bounded piece of work: a fit that makes more does not end. */
const MOST_LOOKS = 400_000;

/** Throws once a fit has looked at the flag so often that it is taken for endless. */
function counting(): { readonly context: FitContext; looks(): number } {
  let looks = 0;
  const context = {
    ...quietContext,
    linalg: core,
    check() {
      if (++looks > MOST_LOOKS) throw new Error('the fit does not end');
    },
  };
  return { context, looks: () => looks };
}

const robustMethods = targetMethods.filter(({ family }) => family === 'robust');
assert.equal(robustMethods.length, 8);
const random = new Random(11);
const sign = () => (random.uniform() < 0.5 ? -1 : 1);
const decades = (span: number) => 10 ** (span * (random.uniform() - 0.5));
const TARGETS: Readonly<Record<string, (n: number) => Float64Array>> = {
  'over 60 decades': (n) => Float64Array.from({ length: n }, () => decades(60)),
  'over 60 decades, of both signs': (n) => Float64Array.from({ length: n }, () => sign() * decades(60)),
  'over 150 decades': (n) => Float64Array.from({ length: n }, () => sign() * decades(148)),
  'a few values that come again': (n) => Float64Array.from({ length: n }, () => random.below(4)),
  'one spike': (n) => Float64Array.from({ length: n }, (_, i) => (i === 1 ? 1e30 : 0)),
  'far from 0': (n) => Float64Array.from({ length: n }, () => 1e15 + random.below(9)),
  'nearly too small': (n) => Float64Array.from({ length: n }, () => 1e-83 * random.normal()),
  'nearly too large': (n) => Float64Array.from({ length: n }, () => 1e74 * random.uniform()),
};

for (const method of robustMethods)
  test(`${method.id} ends on every target, or says why not`, () => {
    for (const [name, make] of Object.entries(TARGETS)) {
      for (const n of [5, 6, 15, 24]) {
        const x = madeRows(n, 2, n);
        // Every second row twice, so that the kernel matrix is singular.
        const twice = { ...x, values: x.values.map((_, at) => x.values[at - ((at % n) % 2)]) };
        for (const rows of [x, twice]) {
          const what = `${method.id}, ${name}, ${n} rows${rows === twice ? ', copies' : ''}`;
          const { context, looks } = counting();
          try {
            const { robust } = fitted(
              method,
              madeDesign(madeSample(rows, make(n))),
              { lengthScale: '1', folds: 2 },
              context,
            );
            const iterations = robust?.convergence.iterations ?? Number.NaN;
            assert.ok(iterations <= MOST_ITERATIONS, `${what}: ${iterations} iterations, ${looks()} looks`);
          } catch (error) {
            assert.ok(error instanceof KernelscopeError && /[.)]$/.test(error.message), `${what}: ${error}`);
          }
        }
      }
    }
  });

test('length scales are searched on such targets in bounded work too', () => {
  for (const method of robustMethods) {
    const { context } = counting();
    const design = madeDesign(madeSample(madeRows(15, 2, 3), TARGETS['over 60 decades, of both signs'](15)));
    fitted(method, design, { folds: 2 }, context);
  }
});

/** Its target spans 1e-32 … 1e28, and its rows are few. */
const FILE = `length,a,0,__proto__,a
0.077,4.8286e+5,7,9.3651e-17,q
1.010,1.6727e+12,7,5.0301e-13,p
-0.619,4.3778e-29,7,9.3070e+15,p
-0.671,4.7444e+21,7,2.6303e+1,r
1.279,5.2396e+13,7,3.5285e-28,p
1.750,8.7188e+2,7,8.9884e-1,r
0.359,4.4612e+23,7,5.0954e+5,q
-0.637,3.2690e-23,7,6.5509e+21,q
-0.998,7.3316e+13,7,3.2521e-26,q
-1.696,8.4998e+19,7,7.2057e-27,p
-0.641,7.7575e+26,7,9.0457e-17,r
1.945,8.8650e+24,7,6.9332e+15,r
0.993,1.0132e+10,7,4.2595e-5,r
0.531,5.3647e-1,7,5.1335e+0,p
-1.519,7.3747e+4,7,7.9199e+28,q
`;

test('a file whose target spans 60 decades: a far t is refused by its steps, and every method ends without it', async () => {
  const engine = new Engine(machine(4e9));
  const source = { kind: 'bytes', name: 'f.csv', bytes: Buffer.from(FILE) } as const;
  const fitHere = (method: string, parameters: Readonly<Record<string, number>>) => {
    const holdout = { kind: 'fraction', fraction: 0.5 } as const;
    const design = { target: '4', missing: 'drop', standardise: false, seed: 1, holdout } as const;
    const context: RunContext = counting().context;
    return engine.handlers.fit({ method, source, read: { header: true }, parameters, design }, context);
  };
  const refusal = await fitHere('kcd', { seed: 1, t: 0.5 }).catch((error) => error);
  failsWith(
    'parameter/invalid',
    /^t 0\.5 is [\d,.]+(?:\s×\s10\S+)? steps of \S+ away, more than the 1,000,000 that are taken\./,
    () => {
      throw refusal;
    },
  );
  for (const { id } of robustMethods) {
    const run = await fitHere(id, { seed: 1 });
    const { robust } = fittedRun(run);
    assert.ok(robust && robust.convergence.iterations <= MOST_ITERATIONS, id);
  }
});
