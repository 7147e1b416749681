import type { NextStepKind } from '../../figures/next/nextSteps';
import type { ExplainedRun } from './explainBrief';
import type { BriefPart } from './lines';
import type { RunBrief } from './runBrief';

/** The calls by which a language model takes the next steps that a panel offers. */
export const STEP_WAYS: Readonly<Record<NextStepKind, string>> = {
  winner: 'fit without a kernel',
  huber: 'fit with method "huber"',
  approximation: 'fit with method "nystrom-ridge" or "rf-ridge", and parameters.landmarks or features',
  kernel: 'fit with parameters.kernel "laplace"',
  krr: 'fit with method "krr"',
  tkrr: 'fit with method "tkrr"',
  plain: 'fit with parameters.kernel "linear", or with that column in features',
  outside: 'explain lists them',
  suspects: 'explain lists them; fit with design.without leaves rows out',
  predict: 'predict with this model and another file',
  compare: 'compare',
  export: 'export with this model',
};

/** The parts of a fit. `lines`: its subject, its verdict, and where it is stored. */
export function fitParts({
  lines,
  numbers,
  warnings,
  steps,
}: Pick<RunBrief, 'numbers' | 'warnings'> & {
  readonly lines: readonly string[];
  readonly steps: readonly string[];
}): readonly BriefPart[] {
  return [
    { title: '', lines },
    {
      title: 'Numbers',
      lines: numbers.map(({ name, value, note }) => `${name}: ${value}${note === '' ? '' : ` (${note})`}`),
    },
    { title: 'Warnings', lines: warnings },
    { title: 'Next steps', lines: steps },
  ];
}

/** The parts of an explanation. `which`: the model, as its id is written. */
export function explainParts(
  which: string,
  { what, verdict, onColumns, onRows, warnings, nextSteps }: ExplainedRun,
): readonly BriefPart[] {
  return [
    { title: '', lines: [`${which}. ${what}`, verdict] },
    { title: 'Which columns matter', lines: onColumns },
    { title: 'Where it fails', lines: onRows },
    { title: 'Warnings', lines: warnings },
    { title: 'What to try next', lines: nextSteps },
  ];
}
