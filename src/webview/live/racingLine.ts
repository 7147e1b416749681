import type { Race } from '../../engine/contract/race';
import { candidatesDone } from '../../engine/words/raceWords';
import { actionButton } from '../controls';
import { el, setText } from '../element';

/**
 * The line in place of the next steps while candidates race: how many are done or what is done after them, the time
 * left, and a button to end the race with the results so far. The first words are spoken; those that change are not.
 */
export class RacingLine {
  readonly element: HTMLElement;
  private readonly done = el('span');
  private readonly left = el('span.left-over');
  private readonly bar = el('progress', { max: 1, 'aria-hidden': 'true' });
  private readonly stop;
  /** True once all candidates are done. */
  private over = false;

  constructor(stop: () => void) {
    this.stop = actionButton('Stop', 'secondary', STOP, () => {
      this.stop.enable(false);
      setText(this.done, STOPPING);
      stop();
    });
    this.element = el(
      'div.racing-line.muted',
      el('span', { role: 'status' }, FIRST),
      el('span', { 'aria-hidden': 'true' }, this.done, this.left),
      this.bar,
      this.stop.element,
    );
  }

  showRace(race: Race): void {
    if (this.stop.element.hasAttribute('disabled')) return;
    const { done, all } = candidatesDone(race);
    this.over = done === all;
    const folds = Math.max(0, ...race.lanes.filter(({ state }) => state === 'running').map((lane) => lane.folds));
    const others = folds > 0 ? `, the others judged on ${folds} of ${race.folds} folds` : '';
    setText(this.done, `${done} of ${all} candidates done${others}.`);
  }

  working(fraction: number, stage: string, left: string): void {
    if (this.over) setText(this.done, `All candidates are done; ${stage}.`);
    this.bar.value = fraction;
    setText(this.left, left === '' ? '' : ` ${left.replace(/^./, (first) => first.toUpperCase())}.`);
  }
}

const FIRST = 'Preliminary figures from some of the rows.';
const STOP = 'End the comparison: the best of the candidates as far as they are judged is fitted';
const STOPPING = 'Ending the comparison: the best so far is fitted next.';
