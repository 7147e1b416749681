import type { Estimate } from '../../engine/contract/rpc';
import { durationRange, memorySize } from '../../engine/words/quantities';
import { COMMAND, TOOL } from '../ids';

/** What takes how long, before a person agrees to it. */
export function effort({ rows, columns, range, bytes, verdict, message }: Estimate): string {
  if (verdict === 'refuse') return message;
  return `${durationRange(range)} and ${memorySize(bytes)} of memory for ${rows} training rows with ${columns} encoded columns`;
}

/** Next steps that are no fit: by the tools, and by the commands of the extension. */
export const OTHER_WAYS = {
  suspects: `${TOOL.explain} lists them; the command ${COMMAND.leaveOut} with the run's id fits without them`,
  predict: `the command ${COMMAND.predict} with the run's id`,
  compare: TOOL.compare,
  export: `the command ${COMMAND.exportModel} with the run's id`,
} as const;

/** The run's id, and where a person sees it. */
export const storedText = (id: string): string =>
  `Stored as run ${id}: the command ${COMMAND.openRun} with this id opens its panel; ${TOOL.explain} says what it rests on.`;
