import assert from 'node:assert/strict';
import type { RunResult } from '../../src/engine/contract/run';
import { type FigureTab, figuresOf } from '../../src/figures/tabs';
import { deriveView, type RunView } from '../../src/figures/view/view';
import { robustExample } from './robustExample';

export const huber = robustExample();
export const quantile = robustExample({ method: 'quantile', holdout: 20 });
export const curve = robustExample({ method: 'kl-inf', features: 1, holdout: 0 });

export const fitOf = (run: RunResult) => {
  assert.ok(run.robust);
  return run.robust;
};
export const viewAt = (run: RunResult, at?: number) =>
  deriveView(run, run.filter, undefined, at === undefined ? {} : { at });
export const robustOf = (view: RunView) => {
  assert.ok(view.robust);
  return view.robust;
};
export const figure = (view: RunView, tab: FigureTab, id: string) => {
  const found = figuresOf(tab, view).find((f) => f.id === id);
  assert.ok(found, id);
  return found;
};
