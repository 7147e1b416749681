import type { ColourColumn, Components, ReconstructionCurve, ScoredRows } from '../../src/engine/contract/components';
import type { ComponentsRun } from '../../src/engine/contract/run';
import { gauss, generator } from './exampleData';
import { exampleFile } from './exampleFile';
import { jacobi } from './jacobi';

export interface ComponentsOptions {
  readonly train?: number;
  readonly holdout?: number;
  /** Columns d, and components l. */
  readonly columns?: number;
  readonly components?: number;
  readonly kind?: Components['kind'];
  /** How many times as far from the others the first training row lies. */
  readonly outlier?: number;
}

const SITES = ['north', 'south <b>', 'west'];

/** A run of principal components by hand: a linear kernel, so that they are those of the covariance of three clusters of rows. */
export function componentsExample(options: ComponentsOptions = {}): ComponentsRun {
  const { train = 120, holdout = 40, columns = 8, components = 5, kind = 'nystrom', outlier = 6 } = options;
  const next = generator(7);
  const names = Array.from({ length: columns }, (_, c) => (c < 3 ? ['width', 'flow_l_s', 'height'][c] : `c${c + 1}`));
  const sites: number[] = [];
  const rows = Array.from({ length: train + holdout }, (_, i) => {
    const site = Math.floor(3 * next());
    sites.push(i % 17 === 5 ? -1 : site);
    const hidden = [gauss(next) + 2.2 * (site - 1), gauss(next) - 1.6 * Number(site === 1), gauss(next)];
    const far = i === 0 ? outlier : 1;
    return Float64Array.from(
      names,
      (_, c) => far * (hidden[c % 3] * (c % 2 === 0 ? 1 : -0.8) * 0.9 ** c + 0.4 * 0.85 ** c * gauss(next)),
    );
  });
  const mean = Float64Array.from(names, (_, c) => sum(rows.slice(0, train).map((r) => r[c])) / train);
  const centred = rows.map((r) => r.map((v, c) => v - mean[c]));
  const covariance = names.map((_, a) =>
    Float64Array.from(names, (_, b) => sum(centred.slice(0, train).map((r) => r[a] * r[b])) / (train - 1)),
  );
  const { values, vectors } = jacobi(covariance);
  const scores = centred.map((r) =>
    Float64Array.from({ length: columns }, (_, i) => sum(names.map((_, c) => r[c] * vectors[c][i]))),
  );
  const eigenvalues = values.slice(0, components).map((v) => Math.max(0, v));
  const scored = (from: number, to: number): ScoredRows => ({
    rows: Uint32Array.from({ length: to - from }, (_, i) => from + i + 1),
    lines: Uint32Array.from({ length: to - from }, (_, i) => from + i + 2),
    scores: Float32Array.from(scores.slice(from, to).flatMap((s) => Array.from(s.subarray(0, components)))),
    error: Float64Array.from(scores.slice(from, to), (s) => sum(Array.from(s.subarray(components), (v) => v * v))),
  });
  const colours: ColourColumn[] = [
    { column: 'width', kind: 'number', values: Float32Array.from(rows, (r, i) => (i % 29 === 3 ? Number.NaN : r[0])) },
    { column: 'site', kind: 'category', codes: Int16Array.from(sites), levels: SITES },
  ];
  const loadings = names.flatMap((_, c) =>
    Array.from({ length: components }, (_, i) => {
      const spread = Math.sqrt(values[i] * covariance[c][c]);
      return sum(centred.slice(0, train).map((r, j) => r[c] * scores[j][i])) / (train - 1) / spread;
    }),
  );
  const tested = holdout > 0 ? scores.slice(train) : scores;
  const count = { empirical: train, nystrom: 50, randomFeatures: 100 }[kind];
  const title = { empirical: '', nystrom: 'uniform landmarks', randomFeatures: 'Fourier features' }[kind];
  const method = {
    empirical: { id: 'ekpca', title: 'Kernel PCA' },
    nystrom: { id: 'ny-kpca', title: 'Kernel PCA with Nyström Landmarks' },
    randomFeatures: { id: 'rf-kpca', title: 'Kernel PCA with random features' },
  }[kind];
  const file = exampleFile(names, 'site', train, holdout);
  return {
    ...file,
    request: { ...file.request, design: { ...file.request.design, target: '' }, method: method.id },
    method,
    parameters: [
      { name: 'components', title: 'Components', value: components, rule: 'set' },
      { name: 'landmarks', title: 'Landmarks', value: count, rule: 'five times the square root of the rows' },
      { name: 'lengthScale', title: 'Length scale', value: 1.25, rule: 'median distance' },
    ],
    kernel: { kind: 'linear', lengthScale: [1] },
    model: modelOf(method.id),
    components: {
      kind,
      n: train,
      count,
      title,
      eigenvalues,
      total: sum(Array.from(values)),
      solver: { kind: 'all', residual: 0, iterations: 0 },
      train: scored(0, train),
      ...(holdout > 0 && { holdout: scored(train, train + holdout) }),
      colours,
      loadings: { names, values: Float64Array.from(loadings) },
      reconstruction: curves(tested, components, kind, count, train),
      tested: { rows: tested.length, heldOut: holdout > 0 },
    },
  };
}

/** The fit's own errors; those of other counts and forms a little above them, and random features without R. */
function curves(
  scores: readonly Float64Array[],
  most: number,
  kind: Components['kind'],
  count: number,
  n: number,
): ReconstructionCurve[] {
  const l = Uint32Array.from({ length: most + 1 }, (_, i) => i);
  const second = scores[0].map((_, i) => sum(scores.map((s) => s[i] * s[i])) / scores.length);
  const h = Float64Array.from(l, (i) => sum(Array.from(second.subarray(i))));
  const l2 = Float64Array.from(l, (i) => sum(Array.from(second.subarray(i), (v) => v * v)));
  const curve = (of: Components['kind'], m: number): ReconstructionCurve => {
    const worse = of === 'empirical' ? 1 : 1 + (of === 'nystrom' ? 3 : 12) / m;
    const at = (values: Float64Array) => values.map((v, i) => (i === 0 ? v : v * worse ** (1 + i / 3)));
    return {
      kind: of,
      count: m,
      components: l,
      ...(of !== 'randomFeatures' && { h: at(h) }),
      l2: at(l2),
      seconds: of === 'empirical' ? 4e-9 * n ** 3 + 0.002 : 2e-8 * n * m * m + 0.001,
      bytes: of === 'empirical' ? 8 * n * n : 8 * m * m + 64 * m,
    };
  };
  const others = [
    curve('nystrom', 10),
    curve('nystrom', 50),
    curve('randomFeatures', 20),
    curve('randomFeatures', 100),
    curve('empirical', n),
  ];
  return [curve(kind, count), ...others.filter((c) => c.kind !== kind || c.count !== count)];
}

function modelOf(method: string): ComponentsRun['model'] {
  const none = new Float64Array();
  return {
    version: '0.0.0',
    method,
    outputs: [],
    transform: { inputs: [], centre: [], scale: [], names: [], missing: 'impute' },
    kernel: { kind: 'linear', lengthScale: [1] },
    x: { rows: 0, columns: 0, values: none },
    unpenalised: [],
    kept: new Uint32Array(),
    read: {},
    components: { coefficients: none, offset: none, eigenvalues: none, meanWeights: none, constant: 0, ownScale: 1 },
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, v) => total + v, 0);
