import type { RunFacts } from '../../engine/figures/facts';
import { actionButton } from '../controls';
import { el } from '../element';
import { LambdaControl, type LambdaMark } from './lambdaControl';
import { LambdaScale } from './lambdaScale';
import { ProgressBar } from './progressBar';

export interface StripActions {
  /** Every change of the slider and the fields. */
  readonly moved: (lambda: number) => void;
  /** The end of a drag, a typed value, a key. */
  readonly settled: () => void;
  readonly use: (lambda: number) => void;
  readonly cancel: () => void;
}

/** The live parameters above the figures: the slider, Reset and Use this; while refitting, what the engine does. */
export class ControlStrip {
  readonly element: HTMLElement;
  private readonly lambda: LambdaControl;
  private readonly progress: ProgressBar;
  private readonly buttons: HTMLElement;
  private readonly reset;
  private readonly use;
  private current: number;

  constructor(
    private readonly facts: RunFacts,
    actions: StripActions,
  ) {
    const { run, path, n } = facts;
    this.current = run.lambda;
    const setup = {
      scale: new LambdaScale(path.lambda, run.lambda),
      n,
      fitted: run.lambda,
      fittedBy: run.parameters.find((p) => p.name === 'lambda')?.rule ?? 'set',
      scent: { lambda: path.lambda, error: path.loo },
      marks: marksOf(facts),
    };
    this.lambda = new LambdaControl(
      setup,
      (lambda) => {
        this.current = lambda;
        this.refresh();
        actions.moved(lambda);
      },
      actions.settled,
    );
    this.reset = actionButton('Reset', 'secondary', 'Back to the fitted λ', () => {
      this.show(run.lambda);
      actions.moved(run.lambda);
      actions.settled();
    });
    this.use = actionButton('Use this', 'primary', 'Fit the stored model again at this λ', () =>
      actions.use(this.current),
    );
    this.buttons = el('div', { class: 'actions' }, this.reset.element, this.use.element);
    this.progress = new ProgressBar(actions.cancel);
    this.progress.element.hidden = true;
    this.element = el(
      'div',
      { class: 'controls', role: 'group', 'aria-label': 'Live parameters' },
      this.lambda.element,
      this.buttons,
      this.progress.element,
    );
    this.refresh();
  }

  show(lambda: number): void {
    this.current = lambda;
    this.lambda.show(lambda);
    this.refresh();
  }

  working(fraction: number, stage: string): void {
    this.progress.show(fraction, stage);
    this.progress.element.hidden = false;
    this.buttons.hidden = true;
  }

  idle(): void {
    this.progress.element.hidden = true;
    this.buttons.hidden = false;
  }

  private refresh(): void {
    const moved = Math.abs(Math.log(this.current / this.facts.run.lambda)) > 1e-6;
    this.reset.enable(moved);
    this.use.enable(moved);
  }
}

/** The least leave-one-out error, and the largest lambda within one standard error of the least fold error. */
function marksOf({ path }: RunFacts): LambdaMark[] {
  const marks: LambdaMark[] = [{ text: 'LOO', lambda: path.lambda[path.least.loo] }];
  if (path.cv.length > 0) marks.push({ text: '1 SE', lambda: path.lambda[path.least.oneStandardError] });
  return marks;
}
