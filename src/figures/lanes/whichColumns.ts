import type { RunResult } from '../../engine/contract/run';
import { counted } from '../../engine/words/sentence';
import { columnBars, columnRises, importanceLoss } from '../improve/importance';
import { barAxis, type Lane, type Lanes, UNCHOSEN } from './lanes';

/** Which columns matter, as bars; undefined where it is not measured, or not yet. */
export function columnLanes(run: RunResult): Lanes | undefined {
  const shown = columnBars(run);
  const { importance } = run;
  if (shown === undefined || importance === undefined) return undefined;
  const { bars, more, sentence, format } = shown;
  return {
    id: 'importance',
    title: 'Which columns',
    sentence,
    axis: barAxis(bars.flatMap(({ low, high }) => [low, high])),
    bars: true,
    heads: { value: '', beside: '' },
    lanes: bars.map(({ column, rise, low, high, matters }): Lane => {
      const value = format(rise);
      const spoken = `${column}: ${importanceLoss(importance)} ${value} higher with its values shuffled, 95 % ${format(low)} to ${format(high)}`;
      return {
        ...UNCHOSEN,
        id: column,
        name: column,
        muted: !matters,
        look: matters ? 'full' : 'first',
        at: rise,
        interval: [low, high],
        value,
        spoken,
      };
    }),
    ...(more > 0 && { note: counted(more, 'more column') }),
    data: {
      columns: ['column', `rise of the ${importanceLoss(importance)}`, '95 % from', '95 % to'],
      rows: columnRises(importance).map(({ column, rise, low, high }) => [column, rise, low, high]),
    },
  };
}
