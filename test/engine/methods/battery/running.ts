import assert from 'node:assert/strict';
import type { Design } from '../../../../src/engine/contract/data';
import type { FitContext, Method } from '../../../../src/engine/fit/method';
import { computed } from '../../../computed';
import { madeClasses, madeDesign, madeProblem } from '../../madeRows';
import { fitContext } from '../../testCore';
import { fitted, type Given, reportsOf, stopsIn } from '../fitting';
import { type Check, design, hasFolds } from './check';

export const progress: Check = {
  name: 'progress never falls, ends at the end and names its stages',
  run(method) {
    const both: readonly (readonly [Design, Given])[] = [
      [design, { folds: 5, selection: hasFolds(method) ? 'cv' : 'gcv' }],
      [madeDesign({ ...design.train, more: [design.train.y.map(Math.abs)] }), { lengthScale: 0.9, folds: 0 }],
      [madeClasses(80, 3, 4), { lengthScale: 0.9, folds: 3 }],
    ];
    for (const [on, given] of both) {
      const seen = reportsOf(method, on, given);
      assert.ok(new Set(seen.map(({ stage }) => stage)).size >= 3);
      assert.ok(seen[seen.length - 1].fraction > 0.94);
    }
  },
};

export const cancel: Check = {
  name: 'a fit stops within 200 ms of being cancelled, in every stage',
  run(method) {
    const given: Given = { folds: 4, lengthScaleRule: 'median' };
    looksInTime(method, madeProblem(260, 3, 0.3, 3, 100), given);
    const few = madeProblem(90, 3, 0.3, 3, 30);
    const stages = looksInTime(method, few, given);
    stopsInEvery(stages, (context) => fitted(method, few, given, context));
  },
};

/** Milliseconds by the clock. */
const MOMENT = 5;

/** The flag is looked at every 200 ms of computing, the longest a person would wait, wherever that is. The stages of the fit. */
export function looksInTime(method: Method, rows: Design, given: Given): ReadonlySet<string> {
  const stages = new Set<string>();
  let last = computed();
  let asked = performance.now();
  let longest = 0;
  const check = () => {
    // To ask for it at every look would take more than what lies between most of them.
    if (performance.now() - asked < MOMENT) return;
    const now = computed();
    longest = Math.max(longest, now - last);
    last = now;
    asked = performance.now();
  };
  fitted(method, rows, given, { ...fitContext, check, progress: (_, stage) => void stages.add(stage) });
  longest = Math.max(longest, computed() - last);
  assert.ok(longest < 200, `${longest} ms without a look at the flag`);
  return stages;
}

/** A fit that finds the flag set in any of its stages ends there. */
export function stopsInEvery(stages: ReadonlySet<string>, fit: (context: FitContext) => unknown): void {
  // The last stage may be over before the next look.
  for (const stage of stages) if (stage !== 'partial dependence') stopsIn(stage, fit);
}
