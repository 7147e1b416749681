import { type Chooser, embeddedAlone } from '../engine/machine/backEnd';
import { choiceOf } from './arguments';
import type { Options } from './options/table';
import type { Terminal } from './terminal';

/**
 * What --linear-algebra asks for; `auto` is the embedded core, since one command line has no past to have proven a library in.
 * Libraries are loaded into this very process: it is nobody else's, ends with the command, and Ctrl+C ends it also inside a
 * library. `folder` holds the bundle, and koffi beside it.
 */
export async function chosenAlgebra(options: Options, folder: string, terminal: Terminal): Promise<Chooser> {
  if (choiceOf('linear-algebra', options) !== 'native') return embeddedAlone();
  const log = (sentence: string) => terminal.live && terminal.err(`\r\u001b[K${sentence}\n`);
  const { koffiBeside, nativeWherePossible } = await import('../engine/machine/nativeBackEnd');
  return nativeWherePossible({ embedded: embeddedAlone(), koffi: koffiBeside(folder), log });
}
