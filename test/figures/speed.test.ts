import { test } from 'node:test';
import type { FilterSpec } from '../../src/engine/contract/filter';
import { overviewOf } from '../../src/figures/spectral/overview';
import { type FigureTab, figuresOf } from '../../src/figures/tabs';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView } from '../../src/figures/view/view';
import { largeRun } from './largeRun';

const TABS: readonly FigureTab[] = ['overview', 'spectrum', 'alignment', 'risk', 'fit'];

/** A drag of each slider of a three-zone filter, over a stretch of its axis. */
const DRAGS: Readonly<Record<string, (filter: FilterSpec, k: number) => FilterSpec>> = {
  lambda: (filter, step) =>
    filter.kind === 'zones' ? { ...filter, lambda: filter.lambda * 1.1 ** (step + 1) } : filter,
  k: (filter, step) => (filter.kind === 'zones' ? { ...filter, k: filter.k + 3 * (step + 1) } : filter),
  r: (filter, step) => (filter.kind === 'zones' ? { ...filter, r: 2000 - 20 * step } : filter),
};

test('a drag at n = 5,000 (printed, not asserted: machines differ)', (t) => {
  const run = largeRun(5000, 500);
  const start = performance.now();
  const facts = factsOf(run);
  t.diagnostic(`facts, once a run: ${(performance.now() - start).toFixed(1)} ms`);
  for (const [axis, drag] of Object.entries(DRAGS))
    for (const tab of TABS) {
      const times: number[] = [];
      for (let k = 0; k < 5; k++) {
        const from = performance.now();
        const view = deriveView(run, drag(run.filter, k), facts);
        figuresOf(tab, view);
        if (tab === 'overview') overviewOf(view);
        times.push(performance.now() - from);
      }
      times.sort((a, b) => a - b);
      t.diagnostic(`${axis}, ${tab}: median ${times[2].toFixed(1)} ms, worst ${times[4].toFixed(1)} ms`);
    }
});
