import type { Model } from '../engine/contract/model';
import { readPipe } from '../engine/data/pipe';
import { checkModelStart, modelIn, readModel } from '../engine/model/readModel';
import { inputSource, piped } from './input';
import { type Terminal, terminalContext } from './terminal';

/**
 * The saved model that the command line names: from a file, a pipe or standard input. Throws `model/unreadable`,
 * `memory/too-large`.
 */
export async function savedModel(path: string, terminal: Terminal): Promise<Model> {
  const source = await piped(inputSource(path), terminal);
  if (source.kind !== 'stream') return readModel(path);
  const { bytes } = await readPipe(source.chunks(), source.name, terminalContext(terminal), undefined, checkModelStart);
  return modelIn(bytes, source.name);
}
