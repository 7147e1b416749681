import { idOf } from '../../choices/toolInput';
import { explained, measured } from '../../doors/brief/explainBrief';
import { line } from '../../doors/brief/lines';
import { explanation } from '../../doors/brief/resultOf';
import type { Explanation } from '../../doors/brief/results';
import { explainParts } from '../../doors/brief/toolParts';
import { cut } from '../../engine/contract/cut';
import { finite, list, object, pair, standing, text, texts } from '../../engine/contract/schema';
import type { Tool } from '../server';
import { annotations, caller, type Session } from '../session';

interface Explained extends Explanation {
  readonly model: string;
}

/** Columns that an answer lists. */
const LISTED = 50;

const OUTPUT = object<Explained>({
  model: text(),
  verdict: text(),
  columns: list(
    object<Explanation['columns'][number]>({ column: text(), rise: finite(), interval: pair('95 %') }),
    'How much the error rises when the column is shuffled among the held-out rows, the largest first; empty where nothing was held out',
  ),
  onColumns: texts(),
  onRows: texts('Rows that do not fit, by their numbers from 1, and what they have in common'),
  warnings: texts(),
  nextSteps: texts(),
});

export const explainTool = (session: Session): Tool => ({
  name: 'explain',
  title: 'Explain a Model',
  description:
    'Explains a model that fit has kept: which columns matter on held-out rows, which rows do not fit and what they have in common, warnings, and what to try next. Reads the file again.',
  inputSchema: {
    type: 'object',
    properties: { model: { type: 'string', description: 'Id that fit returned. Left out: the newest one.' } },
    additionalProperties: false,
  },
  outputSchema: standing(OUTPUT),
  annotations: annotations('Explain a Model'),
  async answer(input, call) {
    const { id, run } = session.kept.get(idOf('model', input));
    const { source } = run.request;
    const found = await measured(run, caller(session, call), () =>
      session.folders.file(source.kind === 'path' ? source.path : source.name),
    );
    const { columns, verdict, onColumns, onRows, warnings, nextSteps } = explanation(run, found);
    return {
      parts: explainParts(id, explained(run, found)),
      structured: {
        model: id,
        verdict: line(verdict),
        columns: columns.slice(0, LISTED).map((one) => ({ ...one, column: cut(one.column) })),
        onColumns: onColumns.map(line),
        onRows: onRows.map(line),
        warnings: warnings.map(line),
        nextSteps: nextSteps.map(line),
      } satisfies Explained,
    };
  },
});
