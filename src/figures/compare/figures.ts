import type { FigureSpec } from '../../engine/contract/figure';
import { changeFigure } from './change';
import { comparedPrecisionFigure, comparedRocFigure } from './classCurves';
import type { Comparison } from './comparison';
import { curvesFigure, spectraFigure } from './curves';
import { levelsFigure, missesFigure, predictedFigures } from './rows';

/** The figures of a comparison, in reading order: those over all runs, then one for each run. What the runs cannot show is left out. */
export function comparisonFigures(comparison: Comparison): {
  readonly together: readonly FigureSpec[];
  readonly each: readonly FigureSpec[];
} {
  const together = [
    changeFigure(comparison),
    missesFigure(comparison) ?? levelsFigure(comparison),
    comparedRocFigure(comparison),
    comparedPrecisionFigure(comparison),
    curvesFigure(comparison),
    spectraFigure(comparison),
  ];
  return { together: together.filter((figure) => figure !== undefined), each: predictedFigures(comparison) };
}
