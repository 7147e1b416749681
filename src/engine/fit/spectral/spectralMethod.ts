import type { Parameters } from '../../contract/method';
import { asked } from '../../parameters/asked';
import { CLASS_PARAMETERS, COMMON_PARAMETERS, isClosedForm, KERNEL_PARAMETERS } from '../../parameters/common';
import { type FitWork, fitCost } from '../estimate';
import { type Method, methodWords } from '../method';
import { filterAnywhere, leavesOutExactly, type SpectralFamily, searchesByRidge } from './family';
import { fitSpectral } from './fitSpectral';
import { refitsFolds } from './foldCurves';

export function spectralMethod(family: SpectralFamily): Method {
  const parameters = [...KERNEL_PARAMETERS, ...family.parameters, ...COMMON_PARAMETERS, ...CLASS_PARAMETERS];
  return {
    ...methodWords(family),
    family: 'spectral',
    parameters,
    filter: { kind: filterAnywhere(family).kind, axes: family.axes },
    racing: (given) => ({
      loss: 'squared',
      taus: [],
      takes: () => true,
      approximation: () => family.approximation?.(given),
    }),
    cost: (given, n, d, threads) => fitCost(n, d, threads, workOf(family, given, n)),
    run: (design, given, context) => fitSpectral(family, parameters, design, given, context),
  };
}

/** The number of decompositions of every fold: along the axes, over them together, and for the curves. Measured. */
function refitsOf({ axes }: SpectralFamily, { selection }: Parameters): number {
  return selection === 'cv' || selection === 'oneStandardError' ? 3 * axes.length - 1 : 1;
}

function workOf(family: SpectralFamily, given: Parameters, n: number): FitWork {
  const folds = Math.min(n, asked(given).folds ?? 10);
  return {
    search: searchOf(family, given),
    decompositions: family.decompositions?.(given) ?? 1,
    refitFolds: folds > 1 && refitsFolds(leavesOutExactly(family), n, folds) ? refitsOf(family, given) * folds : 0,
  };
}

function searchOf(family: SpectralFamily, given: Parameters): FitWork['search'] {
  const { lengthScaleRule = 'loo' } = asked(given);
  if (given.lengthScale !== undefined || isClosedForm(lengthScaleRule)) return 'none';
  if (lengthScaleRule === 'cv') return 'grid';
  const byDecompositions = lengthScaleRule !== 'marginalLikelihood' && !searchesByRidge(family);
  return byDecompositions ? 'decompositions' : 'factors';
}
