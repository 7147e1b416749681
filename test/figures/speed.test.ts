import { test } from 'node:test';
import type { FilterSpec } from '../../src/engine/contract/filter';
import { overviewOf } from '../../src/figures/fit/overview';
import { type Layout, layoutFigure } from '../../src/figures/layout/figure';
import { estimatedWidth } from '../../src/figures/svg/text';
import { type FigureTab, figuresOf } from '../../src/figures/tabs';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView } from '../../src/figures/view/view';
import { largeRun } from './largeRun';

const SHEET = { width: 520, height: 260, measure: estimatedWidth, highContrast: false };

const TABS: readonly FigureTab[] = ['overview', 'spectrum', 'alignment', 'risk', 'rows', 'columns'];

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
      const layouts: number[] = [];
      const before = new Map<string, Layout>();
      for (let k = 0; k < 5; k++) {
        const from = performance.now();
        const view = deriveView(run, drag(run.filter, k), facts);
        const figures = figuresOf(tab, view);
        if (tab === 'overview') overviewOf(view);
        const built = performance.now();
        times.push(built - from);
        for (const figure of figures) before.set(figure.id, layoutFigure(figure, SHEET, before.get(figure.id)));
        layouts.push((performance.now() - built) / figures.length);
      }
      const told = (each: number[]) => {
        each.sort((a, b) => a - b);
        return `median ${each[2].toFixed(1)} ms, worst ${each[4].toFixed(1)} ms`;
      };
      t.diagnostic(`${axis}, ${tab}: ${told(times)}; layout of a figure: ${told(layouts)}`);
    }
});
