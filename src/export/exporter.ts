import type { ExportedFile, ExportRequest } from '../engine/contract/exported';
import { KernelscopeError } from '../engine/contract/failure';
import { count } from '../engine/words/numbers';
import type { PortableModel } from './portable/portable';
import { numbersIn } from './portable/withArrays';

/** A model as the files of a format. */
export type Exporter = (
  model: PortableModel,
  request: Pick<ExportRequest, 'model' | 'float64' | 'variable'>,
) => ExportedFile[];

export function textFile(name: string, text: string): ExportedFile {
  return { name, content: new TextEncoder().encode(text) };
}

/** Characters of the longest string, nearly. */
const MOST_TEXT = 2 ** 29 - 2 ** 20;

/** Throws `memory/too-large` where a model's numbers are too many for one string. */
export function requireText(model: PortableModel, charactersEach: number): void {
  const numbers = numbersIn(model);
  if (numbers * charactersEach <= MOST_TEXT) return;
  throw new KernelscopeError(
    'memory/too-large',
    `This model holds ${count(numbers)} numbers, too many for a file of text. Leave the intervals out, or export it as python.`,
    { numbers },
  );
}
