import { invalidArgument } from '../../choices/members';
import { cut } from '../../engine/contract/cut';
import type { Importance } from '../../engine/contract/importance';
import { optional } from '../../engine/contract/schema';
import { columnRises } from '../../figures/improve/importance';
import { explained, measured, modelExplained } from '../brief/explainBrief';
import { line } from '../brief/lines';
import { explainParts } from '../brief/toolParts';
import { KEPT_MODEL } from '../fitAsked';
import { isSaved } from '../house';
import { name, operation, takes } from '../operation';

/** The most columns that an answer lists. */
const LISTED = 50;

export const explainOperation = operation({
  title: 'Explain a Model',
  sentence:
    'Explains a model that fit has kept: which columns matter on held-out rows, which rows do not fit and what they have in common, warnings, and what to try next. Reads the file again. Of a saved model: what it is, how good its fit was and, on the rows of a file with its target, which columns matter.',
  takes: takes({
    model: KEPT_MODEL,
    file: optional(name('For a saved model alone: path of a file with its columns and its target.')),
  }),
  gives: {
    model: 'text',
    verdict: 'text',
    columns: 'list',
    onColumns: 'texts',
    onRows: 'texts',
    warnings: 'texts',
    nextSteps: 'texts',
  },
  async run(house, { model: named, file }) {
    if (named !== undefined && isSaved(named)) {
      const { id, model } = await house.model(named);
      const source = file === undefined || model.components ? undefined : await house.source(file);
      const importance = source && (await house.call('importance', { model, source }));
      return { id, ...modelExplained(model, importance), columns: columnsOf(importance) };
    }
    if (file !== undefined) throw invalidArgument('file', 'A kept model is explained on its own rows: leave file out.');
    const { id, run, file: itsFile } = await house.run(named);
    const found = await measured(run, house.call, () => house.source(itsFile));
    return { id, ...explained(run, found), columns: columnsOf(found.importance) };
  },
  said({ id, columns, ...told }) {
    const { verdict, onColumns, onRows, warnings, nextSteps } = told;
    return {
      parts: explainParts(cut(id), told),
      structured: {
        model: cut(id),
        verdict: line(verdict),
        columns: columns.slice(0, LISTED).map((one) => ({ ...one, column: cut(one.column) })),
        onColumns: onColumns.map(line),
        onRows: onRows.map(line),
        warnings: warnings.map(line),
        nextSteps: nextSteps.map(line),
      },
    };
  },
});

const columnsOf = (importance: Importance | undefined) =>
  importance
    ? columnRises(importance).map(({ column, rise, low, high }) => ({ column, rise, interval: [low, high] as const }))
    : [];
