import { PAIRED_VERDICTS } from '../../engine/contract/pairedVerdict';
import { finite, flag, list, object, oneOf, optional, pair, text, whole } from '../../engine/contract/schema';
import { line } from '../brief/lines';
import { raceParts } from '../brief/raceBrief';
import { compared } from '../brief/resultOf';
import type { ComparedKernel, ComparedKernels } from '../brief/results';
import { PARAMETERS, requestOf, takesFit } from '../fitAsked';
import { made, operation } from '../operation';

const OUTPUT = object<ComparedKernels>({
  target: text(),
  verdict: text(),
  error: text('What the numbers are'),
  folds: whole(),
  rows: whole('Training rows compared on'),
  candidates: list(
    object<ComparedKernel>({
      id: text(),
      title: text(),
      baseline: flag('It needs no kernel'),
      chosen: flag(),
      error: optional(
        made({ value: finite(), interval: pair('95 %') }, 'On rows left out; missing where it was not measured'),
      ),
      difference: optional(
        made(
          { value: finite(), interval: pair('95 %'), verdict: oneOf(PAIRED_VERDICTS) },
          'Its error less that of the chosen one, on the same rows',
        ),
      ),
      parameters: optional(PARAMETERS),
    }),
    'Baselines first, then from smooth to rough; parameters are those that fit takes for it',
  ),
});

export const compare = operation({
  title: 'Compare Kernels on a Table',
  sentence:
    'Compares kernels and baselines (mean, best single column, straight line) for a column of a CSV file on the same folds of the training rows, and returns the error of each with its 95 % interval and its difference from the best one. Keeps nothing; a fit makes this comparison by itself.',
  takes: takesFit(['target', 'features', 'design'], { needs: ['target'] }),
  gives: OUTPUT,
  run: async (house, asked) => house.call('compare', await requestOf(house, asked)),
  said(comparison) {
    const result = compared(comparison);
    return {
      parts: raceParts(comparison.file.name, comparison.race),
      structured: { ...result, verdict: line(result.verdict) },
    };
  },
});
