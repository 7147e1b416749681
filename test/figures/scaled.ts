import type { FilterSpec } from '../../src/engine/contract/filter';
import type { RunResult } from '../../src/engine/contract/run';

/** The fitted filter with more or less of it: lambda, time or steps times a factor. */
export function scaled({ filter }: Pick<RunResult, 'filter'>, factor: number): FilterSpec {
  switch (filter.kind) {
    case 'zones':
      return { ...filter, lambda: filter.lambda * factor };
    case 'flow':
      return { ...filter, t: filter.t * factor };
    case 'descent':
      return { ...filter, steps: Math.max(1, Math.round(filter.steps * factor)) };
  }
}
