import type { Axis, FilterSpec } from '../../src/engine/contract/filter';
import { filterAt } from '../../src/engine/filters/anyFilter';
import { directionsAbove } from '../../src/engine/spectrum/decay';
import type { ExampleBasis } from './exampleBasis';

export type ExampleMethod = 'krr' | 'tkrr' | 'ckrr-hard' | 'ckrr-soft' | 'three-zone' | 'kgf' | 'kgd' | 'cutoff';

export const EXAMPLE_METHODS: readonly ExampleMethod[] = [
  'krr',
  'tkrr',
  'ckrr-hard',
  'ckrr-soft',
  'three-zone',
  'kgf',
  'kgd',
  'cutoff',
];

/** A method's axes with their grids, a filter to start from, and its name on screen. */
export interface ExampleSetting {
  readonly title: string;
  readonly start: FilterSpec;
  readonly axes: readonly { readonly axis: Axis; readonly values: Float64Array }[];
}

export function settingOf(method: ExampleMethod, { n, rank, mu }: ExampleBasis): ExampleSetting {
  const lambda = { axis: 'lambda', values: spaced(1e-8, 1, 61) } as const;
  const k = { axis: 'k', values: counts(0, Math.floor(rank / 3), 14) } as const;
  const r = { axis: 'r', values: counts(1, rank, 18) } as const;
  const ridge = { kind: 'zones', lambda: 1e-3, k: 0, r: rank } as const;
  switch (method) {
    case 'krr':
      return { title: 'Kernel ridge regression', start: ridge, axes: [lambda] };
    case 'ckrr-soft':
      return { title: 'Conditional kernel ridge regression, soft thresholding', start: ridge, axes: [lambda] };
    case 'tkrr':
      return { title: 'Truncated kernel ridge regression', start: ridge, axes: [lambda, r] };
    case 'ckrr-hard':
      return { title: 'Conditional kernel ridge regression, hard thresholding', start: ridge, axes: [lambda, k] };
    case 'three-zone':
      return { title: 'Three-zone filter', start: ridge, axes: [lambda, k, r] };
    case 'cutoff': {
      const start = directionsAbove(mu, rank, 1e-3) + 1;
      return { title: 'Spectral cut-off', start: filterAt({ ...ridge, k: start, r: start }, 'r', start), axes: [r] };
    }
    case 'kgf': {
      const t = { axis: 't', values: spaced(0.1 / (n * mu[0]), 1e7 / n, 61) } as const;
      return { title: 'Kernel gradient flow', start: { kind: 'flow', t: 1e3 / n, momentum: 0 }, axes: [t] };
    }
    case 'kgd': {
      const stepSize = 1 / (n * mu[0]);
      const steps = { axis: 'steps', values: counts(1, 100_000, 41) } as const;
      return {
        title: 'Kernel gradient descent',
        start: { kind: 'descent', steps: 100, stepSize, momentum: 0 },
        axes: [steps],
      };
    }
  }
}

function spaced(low: number, high: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, j) => low * (high / low) ** (j / (count - 1)));
}

/** Whole numbers evenly in log(1 + ·), each once. */
function counts(low: number, high: number, most: number): Float64Array {
  const all = Array.from({ length: most }, (_, j) =>
    Math.round((1 + low) * ((1 + high) / (1 + low)) ** (j / (most - 1)) - 1),
  );
  return Float64Array.from(new Set(all));
}
