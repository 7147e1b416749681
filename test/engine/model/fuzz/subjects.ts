import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietContext } from '../../../../src/engine/contract/context';
import type { DesignOptions, FileSource } from '../../../../src/engine/contract/data';
import type { Parameters } from '../../../../src/engine/contract/method';
import { pack } from '../../../../src/engine/contract/pack';
import { Engine } from '../../../../src/engine/engine';
import { packModel } from '../../../../src/engine/model/packModel';
import { machine } from '../../testCore';

/** A subject of tampering: a model or a run as it is stored. */
export interface Subject {
  readonly name: string;
  readonly holds: 'model' | 'run';
  readonly bytes: Uint8Array;
}

export interface World {
  readonly engine: Engine;
  /** A file that every subject predicts as long as nobody has touched it. */
  readonly source: FileSource;
  readonly subjects: readonly Subject[];
  close(): void;
}

interface Fit {
  readonly method: string;
  readonly parameters?: Parameters;
  readonly design?: Partial<DesignOptions>;
}

/** One of each that a model can hold: rows or none, features, landmarks, quantiles, weights, classes, targets, components, kernels. */
const FITS: readonly Fit[] = [
  { method: 'krr', parameters: { lengthScale: 1, lambda: 0.01, folds: 0 }, design: { weights: 'w' } },
  {
    method: 'krr',
    parameters: {
      kernel: '0.5*linear + gaussian * spline(order=2) + polynomial',
      lambda: 0.01,
      lengthScale: 1,
      folds: 0,
    },
    design: { moreTargets: ['z'] },
  },
  { method: 'krr', parameters: { lengthScale: 1, lambda: 0.01, folds: 0 }, design: { target: 'colour' } },
  { method: 'three-zone', parameters: { lengthScale: 1, folds: 0, kernel: 'thinPlate' } },
  { method: 'kgd', parameters: { lengthScale: 1, folds: 0 } },
  { method: 'ckrr-soft', parameters: { lengthScale: 1, folds: 0, k: 3, form: 'randomFeatures', features: 8 } },
  { method: 'ckrr-soft', parameters: { lengthScale: 1, folds: 0, k: 3, featureMap: 'field' } },
  { method: 'ckrr-features', parameters: { lengthScale: 1, folds: 0, unpenalised: 'a, a*b, b^2' } },
  { method: 'huber', parameters: { lengthScale: 1, lambda: 0.1, folds: 2 } },
  { method: 'quantile', parameters: { lengthScale: 1, lambda: 0.1, folds: 2 } },
  { method: 'rf-ridge', parameters: { lengthScale: 1, features: 8, compare: false } },
  { method: 'rf-ridge', parameters: { lengthScale: 4, features: 8, compare: false, featureMap: 'taylor' } },
  {
    method: 'rf-ridge',
    parameters: { lengthScale: 1, features: 8, compare: false, kernel: 'polynomial', featureMap: 'tensorSketch' },
  },
  {
    method: 'rf-ridge',
    parameters: { lengthScale: 1, features: 8, compare: false, kernel: 'polynomial', featureMap: 'maclaurin' },
  },
  { method: 'rf-ridge', parameters: { lengthScale: 1, features: 8, compare: false, kernel: 'spline(order=1.5)' } },
  { method: 'nystrom-ridge', parameters: { lengthScale: 1, landmarks: 6, compare: false } },
  { method: 'ekpca', parameters: { lengthScale: 1, components: 2, tradeOff: false } },
  { method: 'rf-kpca', parameters: { lengthScale: 1, components: 2, features: 8, tradeOff: false } },
  { method: 'ny-kpca', parameters: { lengthScale: 1, components: 2, landmarks: 6, tradeOff: false } },
];

/** Numbers, a category with a gap, yes and no, dates, weights, two targets. */
function csv(): string {
  const rows = Array.from({ length: 18 }, (_, i) => {
    const colour = i === 5 ? '' : ['red', 'green', 'blue'][(i * i + i) % 3];
    const cells = [Math.sin(3 * i), Math.cos(5 * i), colour, i % 3 === 1 ? 'yes' : 'no', `2024-01-${10 + i}`];
    return [...cells, 1 + (i % 4), Math.sin(i) + 0.1 * i, Math.cos(i)].join(',');
  });
  return `a,b,colour,flag,day,w,y,z\n${rows.join('\n')}\n`;
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-fuzz-'));
  const source: FileSource = { kind: 'path', path: join(folder, 'rows.csv') };
  writeFileSync(source.path, csv());
  const engine = new Engine(machine(4e9));
  const subjects: Subject[] = [];
  for (const { method, parameters = {}, design } of FITS) {
    const classified = design?.target !== undefined;
    const components = method.endsWith('pca');
    const run = await engine.handlers.fit(
      {
        method,
        source,
        read: {},
        parameters,
        design: {
          target: components ? '' : 'y',
          features: classified ? ['a', 'b', 'flag', 'day'] : ['a', 'b', 'colour', 'flag', 'day'],
          missing: 'impute',
          standardise: true,
          seed: 1,
          holdout: { kind: 'fraction', fraction: 0.2 },
          ...design,
        },
      },
      quietContext,
    );
    subjects.push(
      { name: `model of ${method}`, holds: 'model', bytes: packModel(run.model) },
      { name: `run of ${method}`, holds: 'run', bytes: pack({ ...run, origin: 'file:///rows.csv' }) },
    );
  }
  return { engine, source, subjects, close: () => rmSync(folder, { recursive: true }) };
}
