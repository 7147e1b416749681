import { type FailureCode, toFailure } from '../../engine/contract/failure';
import { line } from './lines';

/** Failures whose sentences may quote cells, in words that do not. */
const WITHOUT_CELLS: Readonly<Partial<Record<FailureCode, string>>> = {
  'data/target-text':
    'The target holds text. Choose a column of numbers, or one with few different values to classify.',
  'data/not-finite': 'A value of the file cannot be used: it is too large for a number.',
  'data/malformed': 'The file cannot be read as a table.',
};

/** A failure for a language model: one line, without any text of a cell. `where` is a sentence on where more is found, such as a log. */
export function failureText(error: unknown, where: string): string {
  const { code, message } = toFailure(error);
  const said = WITHOUT_CELLS[code];
  return line(said === undefined ? message : `${said} ${where}`);
}
