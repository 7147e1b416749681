import { test } from 'node:test';
import { overviewOf } from '../../src/figures/fit/overview';
import { type FigureTab, figuresOf } from '../../src/figures/tabs';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView } from '../../src/figures/view/view';
import { largeApproximation } from './approximationExample';
import { scaled } from './scaled';

const TABS: readonly FigureTab[] = ['overview', 'spectrum', 'alignment', 'risk', 'rows', 'columns'];

test('tabs of a run on 10⁶ rows with 200,000 held out (printed, not asserted: machines differ)', (t) => {
  const run = largeApproximation(1e6, 200_000, 2000);
  const start = performance.now();
  const facts = factsOf(run);
  t.diagnostic(`facts, once a run: ${(performance.now() - start).toFixed(1)} ms`);
  for (const tab of TABS) {
    const once = performance.now();
    figuresOf(tab, deriveView(run, run.filter, facts));
    const first = performance.now() - once;
    const times: number[] = [];
    for (let k = 1; k <= 5; k++) {
      const from = performance.now();
      const view = deriveView(run, scaled(run, 1.1 ** k), facts);
      figuresOf(tab, view);
      if (tab === 'overview') overviewOf(view);
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    t.diagnostic(
      `${tab}: first ${first.toFixed(1)} ms, a drag ${times[2].toFixed(1)} ms, worst ${times[4].toFixed(1)} ms`,
    );
  }
});
