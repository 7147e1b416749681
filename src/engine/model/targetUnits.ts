import type { ColumnReading } from '../contract/data';
import type { Model } from '../contract/model';
import type { Note } from '../contract/note';
import { daysOf } from '../words/dataWords';

/** The unit of a target's predictions where its cells do not all show it. */
function unwrittenUnit(reading: ColumnReading): string | undefined {
  if (reading.kind === 'date') return daysOf(reading);
  return reading.kind === 'number' && reading.duration
    ? 'seconds'
    : 'scaled' in reading && reading.unit !== '1'
      ? reading.unit
      : undefined;
}

/** A note for each target that is predicted as a number in such a unit. */
export const targetUnits = ({ outputs, read }: Pick<Model, 'outputs' | 'read'>): readonly Note[] =>
  (read.frozen?.columns ?? []).flatMap(({ name, reading }): readonly Note[] => {
    const unit = outputs.some((output) => output.name === name) && unwrittenUnit(reading);
    return unit ? [{ severity: 'warning', code: 'predict/unit', text: `"${name}" is predicted in ${unit}.` }] : [];
  });
