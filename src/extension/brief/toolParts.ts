import type { AnyRun } from '../../engine/contract/run';
import type { StepKind } from '../../webview/nextSteps';
import { COMMAND, TOOL } from '../ids';
import type { ExplainedRun } from './explainBrief';
import type { BriefPart } from './lines';
import type { RunBrief } from './runBrief';

/** How a language model does what a panel offers. */
const HOW: Readonly<Record<StepKind, string>> = {
  winner: `${TOOL.fit} without a kernel`,
  classes: `${TOOL.fit} with design.task "classify"`,
  lastRows: `${TOOL.fit} with design.order, a date column or "rows"`,
  huber: `${TOOL.fit} with method "huber"`,
  approximation: `${TOOL.fit} with method "nystrom-ridge" or "rf-ridge", and parameters.landmarks or features`,
  leaveOut: `the command ${COMMAND.leaveOut} with the run's id`,
  kernel: `${TOOL.fit} with parameters.kernel "laplace"`,
  predict: `the command ${COMMAND.predict} with the run's id`,
  compare: TOOL.compare,
  export: `the command ${COMMAND.exportModel} with the run's id`,
};

export function fitParts(id: string, { what, verdict, numbers, warnings, nextSteps }: RunBrief): readonly BriefPart[] {
  return [
    { title: '', lines: [what, verdict, storedText(id)] },
    {
      title: 'Numbers',
      lines: numbers.map(({ name, value, note }) => `${name}: ${value}${note === '' ? '' : ` (${note})`}`),
    },
    { title: 'Warnings', lines: warnings },
    { title: 'Next steps', lines: nextSteps.map(({ kind, text }) => `${text} (${HOW[kind]})`) },
  ];
}

/** The run's id, and where a person sees it. */
const storedText = (id: string): string =>
  `Stored as run ${id}: the command ${COMMAND.openRun} with this id opens its panel; ${TOOL.explain} says what it rests on.`;

export function explainParts(
  { id }: Pick<AnyRun, 'id'>,
  { what, verdict, onColumns, onRows, warnings, nextSteps }: ExplainedRun,
): readonly BriefPart[] {
  return [
    { title: '', lines: [`Run ${id}. ${what}`, verdict] },
    { title: 'Which columns matter', lines: onColumns },
    { title: 'Where it fails', lines: onRows },
    { title: 'Warnings', lines: warnings },
    { title: 'What to try next', lines: nextSteps },
  ];
}
