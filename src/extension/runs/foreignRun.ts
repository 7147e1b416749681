import { randomUUID } from 'node:crypto';
import { Uri } from 'vscode';
import { unpack } from '../../engine/contract/pack';
import type { StoredRun } from '../../engine/contract/storedRun';
import { isPattern } from '../../engine/machine/pattern';
import { baseName } from '../../engine/words/fileName';
import { wholeRun } from './wholeRun';

/**
 * A run from a file that anybody may have written, under an id of its own, so that it replaces none. Its file is looked for on this machine
 * alone, and only at a path: the view of runs asks for the files of all of them, so that an address elsewhere would be asked too, and a pattern would
 * search the disk. Throws `run/unreadable`.
 */
export function foreignRun(bytes: Uint8Array): StoredRun {
  const run = wholeRun(unpack(bytes));
  return { ...run, id: randomUUID(), origin: localOrigin(run) };
}

function localOrigin({ origin, file }: StoredRun): string {
  const uri = Uri.parse(origin);
  const here = uri.scheme === 'file' && uri.authority === '' && !/^[\\/]{2}/.test(uri.path) && !isPattern(uri.path);
  return here ? origin : Uri.file(`/${baseName(file.name)}`).toString();
}
