import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cancelledError, contextWith, quietContext, type RunContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { divide } from '../../../src/engine/data/folds';
import { createEmbedded } from '../../../src/engine/linalg/core/embedded';
import { type LinearAlgebra, quietWith } from '../../../src/engine/linalg/linalg';
import { nativeAlgebra } from '../../../src/engine/linalg/native/nativeAlgebra';
import { cvGrid } from '../../../src/engine/search/gridCv';
import { type SearchProblem, weightedGramAt } from '../../../src/engine/search/searchProblem';
import { Crew, runTrials, trialsUntil } from '../../../src/engine/search/trialPool';
import { serveTrials } from '../../../src/engine/search/trialThread';
import { computed } from '../../computed';
import { koffiHere, lacking, loadedLibraries } from '../linalg/native/machineLibraries';
import { core } from '../testCore';
import { decades, madeProblem, thrownBy, weightedProblem } from './madeProblem';

// The workers of the pool run this file too: in them it serves trials and has no tests.
if (!serveTrials()) {
  const here = fileURLToPath(import.meta.url);
  const lambdas = decades(-5, 0, 2);
  const trialsOf = (n: number, scales: readonly number[]) => {
    const folds = divide(n, 5, 3).of;
    return scales.map((scale) => ({ kind: 'grid' as const, lengthScale: [scale], lambdas, folds, count: 5 }));
  };
  const scales = [0.2, 0.3, 0.5, 0.8, 1.2, 2];

  /** The calling thread goes on with its first trial once a worker has another and left this file. */
  const waitingFor = (taken: string) => ({
    ...quietContext,
    check() {
      for (let i = 0; !existsSync(taken); i++) {
        assert.ok(i < 6000, 'the worker comes up');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
    },
  });

  test('workers compute bit for bit what one thread does', () => {
    for (const problem of [madeProblem(150, 2), weightedProblem(madeProblem(150, 3, { targets: 2 }))]) {
      const trials = trialsOf(150, scales);
      const alone = runTrials(problem, trials, quietWith(core), { workers: 0 });
      const together = runTrials(problem, trials, quietWith(core), { file: here, workers: 2 });
      assert.deepEqual(together, alone);
    }
  });

  test('a crew that is kept computes call after call what one thread does, also after calls that were left', () => {
    const crew = new Crew(core);
    try {
      for (let call = 0; call < 9; call++) {
        const problem = madeProblem(60 + 20 * call, 2);
        const trials = trialsOf(60 + 20 * call, scales.slice(call % 4));
        const pool = { file: here, workers: 1 + (call % 2), crew };
        if (call % 3 === 1) {
          let looks = 0;
          trialsUntil<'grid'>(() => ++looks > call, problem, trials, quietWith(core), pool);
        } else
          assert.deepEqual(
            runTrials(problem, trials, quietWith(core), pool),
            runTrials(problem, trials, quietWith(core), { workers: 0 }),
          );
      }
    } finally {
      crew.end();
    }
  });

  test('candidates are tuned and judged bit for bit alike on workers and on one thread', () => {
    const problem = weightedProblem(madeProblem(90, 3));
    const rows = Uint32Array.from({ length: 90 }, (_, i) => i);
    const groups = { of: Int32Array.of(0, 1, 1), count: 2 };
    const timeless = (value: unknown) =>
      JSON.stringify(value, (name, item: unknown) =>
        name === 'seconds' ? 0 : ArrayBuffer.isView(item) ? Array.from(item as Float64Array) : item,
      );
    const shared = { rows, ridgeRows: rows, guess: 1.5, drawsIn: true };
    const first = (['gaussian', 'laplace', 'matern32'] as const).map((kind) => ({
      kind: 'first' as const,
      kernel: { kind },
      ...shared,
    }));
    const both = [{ workers: 0 }, { file: here, workers: 2 }].map((pool) => {
      const tuned = runTrials<'first'>(problem, first, quietWith(core), pool);
      const { folds } = trialsOf(90, [1])[0];
      const trials = tuned.flatMap((start, at) => {
        if ('failed' in start) return [];
        const { kernel } = first[at];
        const { ridgeFactor } = start;
        const judged = { kernel, rows, groups, folds, start, ridgeFactor, drawsIn: true, residuals: true };
        return [0, 1].map((fold) => ({ kind: 'folds' as const, block: [fold, fold + 1] as const, ...judged }));
      });
      assert.equal(trials.length, 6);
      return timeless([tuned, runTrials<'folds'>(problem, trials, quietWith(core), pool)]);
    });
    assert.equal(both[0], both[1]);
  });

  test('progress rises to the last trial', () => {
    const fractions: number[] = [];
    const context = { ...quietContext, progress: (fraction: number) => void fractions.push(fraction) };
    runTrials(madeProblem(80, 2), trialsOf(80, scales), contextWith(context, { linalg: core }), {
      file: here,
      workers: 1,
    });
    assert.deepEqual(
      fractions,
      [...fractions].sort((a, b) => a - b),
    );
    assert.equal(fractions.at(-1), 1);
  });

  test('a cancellation is heard within 200 ms while workers compute', () => {
    const problem = madeProblem(900, 2);
    const stop = computed() + 800;
    const context: RunContext = {
      progress() {},
      get cancelled() {
        return computed() > stop;
      },
      check() {
        if (this.cancelled) throw cancelledError();
      },
    };
    const error = thrownBy(() =>
      runTrials(problem, trialsOf(900, [0.05, 0.06, 0.07, 0.08, 0.09, 0.1]), contextWith(context, { linalg: core }), {
        file: here,
        workers: 1,
      }),
    );
    const late = computed() - stop;
    assert.ok(error instanceof KernelscopeError && error.failure.code === 'run/cancelled');
    // The processor time of two threads in 200 ms.
    assert.ok(late >= 0 && late < 400, `${late} ms`);
  });

  test('the failure of a trial is that of the search, wherever it was computed', () => {
    const problem = { ...madeProblem(60, 2), template: { kind: 'thinPlate' } } as const;
    const bare = { x: problem.x, y: problem.y, template: problem.template };
    for (const workers of [0, 1]) {
      const error = thrownBy(() => runTrials(bare, trialsOf(60, [1, 2, 3]), quietWith(core), { file: here, workers }));
      assert.ok(error instanceof KernelscopeError && error.failure.code === 'numerics/failed', `${error}`);
    }
  });

  test('a worker that dies with a trial in hand costs time only', () => {
    const problem = madeProblem(80, 2);
    const trials = trialsOf(80, scales);
    const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
    const [file, taken] = [join(folder, 'dies.mjs'), join(folder, 'taken')];
    // Takes the second trial off the board, by the same words as trialBoard.ts, and ends without a word.
    writeFileSync(
      file,
      `import { writeFileSync } from 'node:fs';
       import { workerData } from 'node:worker_threads';
       workerData.port.on('message', ({ board: { words } }) => {
         words[3 + Atomics.add(words, 0, 1)] = 1;
         writeFileSync(${JSON.stringify(taken)}, '');
         process.exit(1);
       });`,
    );
    try {
      const together = runTrials(problem, trials, contextWith(waitingFor(taken), { linalg: core }), {
        file,
        workers: 1,
        patience: 300,
      });
      assert.deepEqual(together, runTrials(problem, trials, quietWith(core), { workers: 0 }));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const threaded = loadedLibraries().filter(({ native }) => native.shared);

  test('a library computes on workers bit for bit what it does on one thread', { skip: lacking(threaded) }, () => {
    const [{ native, candidate }] = threaded;
    const problem = weightedProblem(madeProblem(150, 2, { targets: 2 }));
    const trials = trialsOf(150, scales);
    const bundles = mkdtempSync(join(tmpdir(), 'kernelscope-'));
    const bridge = join(bundles, 'koffi', 'src', 'koffi');
    const taken = join(bundles, 'taken');
    mkdirSync(bridge, { recursive: true });
    // The bridge of workers, which leaves a mark once a block of 30 rows, a fold, is multiplied.
    writeFileSync(
      join(bridge, 'indirect.cjs'),
      `const { writeFileSync } = require('node:fs');
       const marking = (call) => (...values) => {
         if (values[3] === 30) writeFileSync(${JSON.stringify(taken)}, '');
         return call(...values);
       };
       const koffi = require(${JSON.stringify(koffiHere()?.path)});
       module.exports = {
         load(file) {
           const library = koffi.load(file);
           const func = (name, ...rest) =>
             /dsyrk/.test(name) ? marking(library.func(name, ...rest)) : library.func(name, ...rest);
           return { func };
         },
       };`,
    );
    const linalg: LinearAlgebra = { ...nativeAlgebra(native, 2, core), place: { bundles, candidate } };
    const single = nativeAlgebra(native, 1, createEmbedded({ threads: 1 }));
    try {
      const together = runTrials(problem, trials, contextWith(waitingFor(taken), { linalg }), { file: here });
      assert.deepEqual(together, runTrials(problem, trials, quietWith(single)));
    } finally {
      rmSync(bundles, { recursive: true });
    }
  });

  test('workers that cannot open the library cost time only', { skip: lacking(threaded) }, () => {
    const [{ native, candidate }] = threaded;
    const problem = madeProblem(80, 2);
    const place = { bundles: here, candidate };
    const linalg: LinearAlgebra = { ...nativeAlgebra(native, 2, core), place };
    const alone = runTrials(problem, trialsOf(80, scales), quietWith(linalg), { workers: 0 });
    assert.deepEqual(runTrials(problem, trialsOf(80, scales), quietWith(linalg), { file: here }), alone);
  });

  test('workers that cannot start cost time only', () => {
    const problem = madeProblem(80, 2);
    const trials = trialsOf(80, scales);
    const alone = runTrials(problem, trials, quietWith(core), { workers: 0 });
    const file = fileURLToPath(new URL('nothing-here.mjs', import.meta.url));
    assert.deepEqual(runTrials(problem, trials, quietWith(core), { file, workers: 2 }), alone);
  });

  for (const [name, problem] of [
    ['without intercept', madeProblem(48, 2, { intercept: false })],
    ['with an intercept', madeProblem(48, 2)],
    ['with weights', weightedProblem(madeProblem(48, 2))],
  ] as const) {
    test(`the grid's errors are those of refits, ${name}`, () => {
      const n = 48;
      const of = divide(n, 6, 2).of;
      const grid = decades(-4, 0, 1);
      const found = cvGrid(problem, [[0.3], [1], [4]], grid, { of, count: 6 }, quietWith(core));
      for (const [s, scale] of [0.3, 1, 4].entries())
        for (const [l, lambda] of grid.entries()) {
          const errors = Array.from({ length: 6 }, (_, fold) => refitError(problem, scale, lambda, of, fold));
          const mean = errors.reduce((sum, v) => sum + v, 0) / 6;
          assert.ok(Math.abs(found[s][l] / mean - 1) < 1e-7, `${scale}, ${lambda}: ${found[s][l]} and ${mean}`);
        }
    });
  }

  /** Mean squared (weighted) error of one fold after solving the saddle system on the others with the same total ridge. */
  function refitError(problem: SearchProblem, scale: number, lambda: number, folds: Uint16Array, fold: number): number {
    const n = problem.x.rows;
    return core.scope(() => {
      const gram = weightedGramAt(problem, [scale], quietWith(core));
      const kept = [...folds.keys()].filter((i) => folds[i] !== fold);
      const out = [...folds.keys()].filter((i) => folds[i] === fold);
      const f = problem.features?.values;
      const size = kept.length + (f ? 1 : 0);
      const rows = kept.map((i) => [
        ...kept.map((j) => gram[i + j * n] + (i === j ? n * lambda : 0)),
        ...(f ? [f[i]] : []),
        problem.y[0][i],
      ]);
      if (f) rows.push([...kept.map((i) => f[i]), 0, 0]);
      const solution = eliminate(rows, size);
      let sum = 0;
      for (const i of out) {
        let fitted = f ? f[i] * solution[size - 1] : 0;
        kept.forEach((j, at) => {
          fitted += gram[i + j * n] * solution[at];
        });
        sum += (problem.y[0][i] - fitted) ** 2 / out.length;
      }
      return sum;
    });
  }

  function eliminate(rows: number[][], size: number): number[] {
    for (let c = 0; c < size; c++) {
      let pivot = c;
      for (let i = c + 1; i < size; i++) if (Math.abs(rows[i][c]) > Math.abs(rows[pivot][c])) pivot = i;
      [rows[c], rows[pivot]] = [rows[pivot], rows[c]];
      for (let i = 0; i < size; i++) {
        if (i === c) continue;
        const by = rows[i][c] / rows[c][c];
        for (let j = c; j <= size; j++) rows[i][j] -= by * rows[c][j];
      }
    }
    return rows.slice(0, size).map((row, i) => row[size] / row[i]);
  }
}
