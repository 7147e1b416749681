import type { Importance } from '../../engine/contract/importance';
import type { Model } from '../../engine/contract/model';
import { kernelTitle } from '../../engine/kernels/kernelWords';
import { errorText, heldText } from '../../engine/model/cardText';
import { counted } from '../../engine/words/sentence';
import { columnLines, type ExplainedRun } from './explainBrief';
import { named } from './lines';

/** The most columns that a line names. */
const NAMED = 8;

/** An explanation of a saved model: what it is, how good its fit was and, if that was measured, which columns matter. */
export function modelExplained(model: Model, importance: Importance | undefined): ExplainedRun {
  const { method, kernel, transform, classes, outputs, fitted, x, quality, card } = model;
  const columns = transform.inputs.map(({ column }) => named(column));
  const more = columns.length > NAMED ? ` and ${columns.length - NAMED} more` : '';
  const targets = classes ? [classes.column] : [...new Set(outputs.map((output) => output.name))];
  const does = targets.length > 0 ? `predicts ${targets.map(named).join(', ')}` : 'finds components';
  const rows = counted(fitted?.training.length ?? x.rows, 'row');
  const errors = quality?.errors ?? [];
  return {
    what: `${method} with the ${kernelTitle(kernel)} ${does} from ${counted(columns.length, 'column')}, ${columns.slice(0, NAMED).join(', ')}${more}; fitted to ${rows}${card ? ` on ${card.day}` : ''}.`,
    verdict:
      errors.length > 0
        ? errors
            .flatMap((error) => [
              `${named(error.target)}: ${errorText(error, card)}.`,
              ...heldText(model, error.target),
            ])
            .join(' ')
        : 'Nothing is saved of how good its fit was.',
    warnings:
      quality?.doubts?.map(({ text, bare }) => bare ?? text) ??
      (quality?.unreliableIntervals ? ['Its intervals hold fewer or more of the rows than they say.'] : []),
    onColumns: importance ? columnLines(importance, 'row') : [],
    onRows: [],
    nextSteps:
      importance || targets.length === 0 ? [] : ['Give a file with the target to measure which columns matter.'],
  };
}
