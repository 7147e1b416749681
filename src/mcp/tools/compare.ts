import { fitProperties } from '../../choices/fitProperties';
import { line } from '../../doors/brief/lines';
import { raceParts } from '../../doors/brief/raceBrief';
import { compared } from '../../doors/brief/resultOf';
import type { ComparedKernel, ComparedKernels } from '../../doors/brief/results';
import { PAIRED_VERDICTS } from '../../engine/contract/pairedVerdict';
import {
  anyOf,
  finite,
  flag,
  list,
  object,
  oneOf,
  optional,
  pair,
  record,
  type Schema,
  standing,
  text,
  whole,
} from '../../engine/contract/schema';
import type { Tool } from '../server';
import { annotations, caller, FILE, READ, type Session } from '../session';
import { requestOf } from './fit';

type Numbered<N extends 'error' | 'difference'> = NonNullable<ComparedKernel[N]>;

/** Values of parameters, as a fit takes them. */
export const PARAMETERS: Schema<Readonly<Record<string, number | boolean | string>>> = record(
  anyOf(finite(), flag(), text()),
);

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
        object<Numbered<'error'>>(
          { value: finite(), interval: pair('95 %') },
          'On rows left out; missing where it was not measured',
        ),
      ),
      difference: optional(
        object<Numbered<'difference'>>(
          { value: finite(), interval: pair('95 %'), verdict: oneOf(PAIRED_VERDICTS) },
          'Its error less that of the chosen one, on the same rows',
        ),
      ),
      parameters: optional(PARAMETERS),
    }),
    'Baselines first, then from smooth to rough; parameters are those that fit takes for it',
  ),
});

export function compareTool(session: Session): Tool {
  const { target, features, design } = fitProperties(session.methods);
  return {
    name: 'compare',
    title: 'Compare Kernels on a Table',
    description:
      'Compares kernels and baselines (mean, best single column, straight line) for a column of a CSV file on the same folds of the training rows, and returns the error of each with its 95 % interval and its difference from the best one. Keeps nothing; a fit makes this comparison by itself.',
    inputSchema: {
      type: 'object',
      properties: { file: FILE, target, features, design, read: READ },
      required: ['file', 'target'],
      additionalProperties: false,
    },
    outputSchema: standing(OUTPUT),
    annotations: annotations('Compare Kernels on a Table'),
    async answer(input, call) {
      const comparison = await caller(session, call)('compare', await requestOf(session, input));
      const result = compared(comparison);
      return {
        parts: raceParts(comparison.file.name, comparison.race),
        structured: { ...result, verdict: line(result.verdict) },
      };
    },
  };
}
