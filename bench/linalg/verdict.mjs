import { figure } from '../harness/sideBySide.mjs';

/** How much more time than the budget's an operation may take, and how much further behind the peer it may be. */
const ALLOWANCE = 1.15;

/**
 * "65 GFLOP/s within (+3 %); ratio 0.31 outside (−22 %)": the budget of `measure` and whether `ours`, and the ratio to the
 * peer, keep it. The percentage is how much faster than the budget we are.
 */
export function verdict(measure, budget, ours, ratio) {
  const budgetRatio = measure.rate ? budget.ours / budget.peer : budget.peer / budget.ours;
  const speed = measure.rate ? ours / budget.ours : budget.ours / ours;
  return [
    `${figure(budget.ours)} ${measure.unit} ${word(speed)}`,
    `ratio ${figure(budgetRatio)} ${word(ratio / budgetRatio)}`,
  ].join('; ');
}

function word(speed) {
  const percent = `${speed < 1 ? '−' : '+'}${Math.abs(Math.round(100 * (speed - 1)))} %`;
  return `${speed * ALLOWANCE >= 1 ? 'within' : 'outside'} (${percent})`;
}
