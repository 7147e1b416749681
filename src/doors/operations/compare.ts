import { line } from '../brief/lines';
import { raceParts } from '../brief/raceBrief';
import { compared } from '../brief/resultOf';
import { requestOf, takesFit } from '../fitAsked';
import { operation } from '../operation';

export const compareOperation = operation({
  title: 'Compare Kernels on a Table',
  sentence:
    'Compares kernels and baselines (mean, best single column, straight line) for a column on the same folds of the training rows: the error of each with its 95 % interval and its difference from the best one. Keeps nothing; a fit makes this comparison by itself.',
  takes: takesFit(['target', 'features', 'design'], ['target']),
  gives: {
    target: 'text',
    verdict: 'text',
    error: 'text',
    folds: 'count',
    rows: 'count',
    candidates: 'list',
  },
  run: async (house, asked) => house.call('compare', await requestOf(house, asked)),
  said(comparison) {
    const result = compared(comparison);
    return {
      parts: raceParts(comparison.file.name, comparison.race),
      structured: { ...result, verdict: line(result.verdict) },
    };
  },
});
