import assert from 'node:assert/strict';
import type { Design } from '../../../../src/engine/contract/data';
import { madeDesign, madeProblem } from '../../madeRows';
import { looksInTime, stopsInEvery } from '../battery/running';
import { fitted, type Given, reportsOf, stopsIn } from '../fitting';
import { type Check, FIXED, few, quick } from './check';

export const progress: Check = {
  name: 'progress never falls, ends at the end and names its stages',
  run(method) {
    const { train } = madeProblem(20, 1, 0.2, 2);
    const cases: readonly (readonly [Design, Given, number])[] = [
      [madeDesign(train), { folds: 0 }, 5],
      [madeDesign({ ...few.train, more: [few.train.y.map(Math.abs)] }), { ...FIXED, folds: 3 }, 4],
      [few, { ...FIXED, landmarks: 12 }, 5],
    ];
    for (const [on, given, least] of cases) {
      const seen = reportsOf(method, on, { ...quick(method), ...given });
      const stages = new Set(seen.map(({ stage }) => stage));
      assert.ok(stages.size >= least, [...stages].join(', '));
      assert.ok(seen[seen.length - 1].fraction > 0.9, `${seen[seen.length - 1].fraction}`);
    }
  },
};

export const cancel: Check = {
  name: 'a fit stops within 200 ms of being cancelled, in every stage',
  run(method) {
    const searched: Given = { ...quick(method), folds: 2 };
    const set: Given = { ...searched, lengthScaleRule: 'median' };
    const stages = looksInTime(method, madeProblem(200, 3, 0.3, 3, 40), set);
    looksInTime(method, few, searched);
    stopsIn('searching the length scale', (context) => fitted(method, few, searched, context));
    // The stages after the search are those of a fit without one.
    stopsInEvery(stages, (context) => fitted(method, few, set, context));
  },
};
