/** Shares of the running means that a step keeps, and what keeps the division from 0. */
const FIRST = 0.9;
const SECOND = 0.999;
const FLOOR = 1e-8;

/** Stochastic gradient descent with running first and second moments (Kingma and Ba 2015, algorithm 1). */
export class Adam {
  private readonly mean: Float64Array;
  private readonly square: Float64Array;
  private steps = 0;

  constructor(parameters: number) {
    this.mean = new Float64Array(parameters);
    this.square = new Float64Array(parameters);
  }

  /** theta ← theta − rate·m̂/(sqrt(v̂) + FLOOR), the moments corrected for having begun at 0. */
  step(theta: Float64Array, gradient: Float64Array, rate: number): void {
    const { mean, square } = this;
    this.steps++;
    const first = 1 / (1 - FIRST ** this.steps);
    const second = 1 / (1 - SECOND ** this.steps);
    for (let i = 0; i < theta.length; i++) {
      mean[i] = FIRST * mean[i] + (1 - FIRST) * gradient[i];
      square[i] = SECOND * square[i] + (1 - SECOND) * gradient[i] * gradient[i];
      theta[i] -= (rate * first * mean[i]) / (Math.sqrt(second * square[i]) + FLOOR);
    }
  }
}
