import type { RunResult } from '../../engine/contract/run';
import { conditioningBenefit, learningCurve } from '../../engine/spectrum/eigenlearning';
import { logSpaced } from './extent';

/** Predicted errors on new rows as fractions of var(y), against the number of training rows. */
export interface LearningCurve {
  readonly size: Float64Array;
  readonly error: Float64Array;
}

interface Benefit {
  readonly k: Float64Array;
  /** Both sides of CKRR inequality (3), in fractions of var(y). */
  readonly gain: Float64Array;
  readonly cost: Float64Array;
}

const SIZES = 16;
/** With fewer rows the spectrum says too little about new ones. */
const FEWEST = 20;

/** The predictions of eigenlearning for a run; the best curve is computed once, the others are stored while λ stays. */
export class RunLearning {
  private readonly sizes: Float64Array;
  private fittedBenefit: Benefit | undefined;
  private bestCurve: LearningCurve | undefined;
  private curve: { readonly lambda: number; readonly curve: LearningCurve } | undefined;

  constructor(
    private readonly run: RunResult,
    private readonly unit: number,
    /** The λ that the fitted filter shrinks like. */
    readonly fitted: number,
  ) {
    const { n, unpenalised } = run.spectrum;
    const first = Math.max(4, 2 * unpenalised, Math.ceil(n / 100));
    const half = Math.floor(n / 2);
    this.sizes =
      n < FEWEST || half <= first
        ? new Float64Array()
        : Float64Array.from({ length: SIZES }, (_, j) =>
            Math.round(first * (half / first) ** (j / (SIZES - 1))),
          ).filter((v, j, all) => j === 0 || v > all[j - 1]);
  }

  best(): LearningCurve | undefined {
    if (this.sizes.length < 2) return undefined;
    this.bestCurve ??= this.shared(learningCurve(this.run.spectrum, this.run.noise.sigma2, 'best', this.sizes));
    return this.bestCurve;
  }

  at(lambda: number): LearningCurve {
    if (this.curve?.lambda === lambda) return this.curve.curve;
    const curve = this.shared(learningCurve(this.run.spectrum, this.run.noise.sigma2, lambda, this.sizes));
    this.curve = { lambda, curve };
    return curve;
  }

  /** The gain and cost of conditioning, over k up to a third of the rows. */
  conditioning(lambda: number): Benefit | undefined {
    if (lambda !== this.fitted) return this.benefit(lambda);
    this.fittedBenefit ??= this.benefit(lambda);
    return this.fittedBenefit;
  }

  private benefit(lambda: number): Benefit | undefined {
    const { spectrum, noise } = this.run;
    const most = Math.min(spectrum.rank, Math.floor(spectrum.n / 3));
    if (spectrum.n < FEWEST || most < 2) return undefined;
    const k = logSpaced(most, 24);
    const { gain, cost } = conditioningBenefit(spectrum, noise.sigma2, lambda, k);
    const share = (values: Float64Array) => values.map((v) => v / this.unit);
    return { k, gain: share(gain), cost: share(cost) };
  }

  private shared(error: Float64Array): LearningCurve {
    return { size: this.sizes, error: error.map((v) => v / this.unit) };
  }
}
