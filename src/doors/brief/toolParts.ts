import type { StepKind } from '../../figures/next/nextSteps';
import type { ExplainedRun } from './explainBrief';
import type { BriefPart } from './lines';
import type { RunBrief } from './runBrief';

/** How a language model does what a panel offers, by the tools that it has. */
export type StepWays = Readonly<Record<StepKind, string>>;

/** The steps that are a fit with other arguments. */
export const fitWays = (fit: string) =>
  ({
    winner: `${fit} without a kernel`,
    classes: `${fit} with design.task "classify"`,
    lastRows: `${fit} with design.order, a date column or "rows"`,
    huber: `${fit} with method "huber"`,
    approximation: `${fit} with method "nystrom-ridge" or "rf-ridge", and parameters.landmarks or features`,
    kernel: `${fit} with parameters.kernel "laplace"`,
    tkrr: `${fit} with method "tkrr"`,
  }) as const;

/** `kept`: where the run or its model is now. */
export function fitParts(
  { what, verdict, numbers, warnings, nextSteps }: RunBrief,
  kept: string,
  ways: StepWays,
): readonly BriefPart[] {
  return [
    { title: '', lines: [what, verdict, kept] },
    {
      title: 'Numbers',
      lines: numbers.map(({ name, value, note }) => `${name}: ${value}${note === '' ? '' : ` (${note})`}`),
    },
    { title: 'Warnings', lines: warnings },
    { title: 'Next steps', lines: nextSteps.map(({ kind, text }) => `${text} (${ways[kind]})`) },
  ];
}

/** `which`: the run or the model, as its id is written. */
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
