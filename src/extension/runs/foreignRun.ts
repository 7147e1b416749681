import { Uri } from 'vscode';
import type { HoldoutRule } from '../../engine/contract/data';
import { unpack } from '../../engine/contract/pack';
import type { FitRequest, StoredRun } from '../../engine/contract/run';
import { isPattern } from '../../engine/machine/pattern';
import { baseName } from '../../engine/words/fileName';
import { wholeRun } from './wholeRun';

/**
 * A run from a file that anybody may have written, under a new id, so that it replaces none. Its file is looked for on
 * this machine only, and only at a path: the view of runs queries the files of all of them, so that an address
 * elsewhere would be queried too, and a pattern would search the disk. A file of held-out rows is reduced to its name,
 * and a cluster loses its address: a person names them again. Throws `run/unreadable`.
 */
export async function foreignRun(bytes: Uint8Array): Promise<StoredRun> {
  const run = await wholeRun(unpack(bytes));
  const { file, inspection, request } = run;
  const here = { origin: localOrigin(run), file: localFile(file), request: localRequest(request, file.path) };
  return { ...run, ...here, id: crypto.randomUUID(), inspection: { ...inspection, file: here.file } };
}

/** True for a path on this machine: two slashes begin the name of another machine, or of a device. */
const isHere = (path: string): boolean => !/^[\\/]{2}/.test(path);

/** A path where no file is, with the same name. */
const nowhere = (path: string): string => `/${baseName(path.replaceAll('\\', '/'))}`;

const localPath = (path: string): string => (isHere(path) ? path : nowhere(path));

function localOrigin({ origin, file }: StoredRun): string {
  const uri = Uri.parse(origin);
  const here = uri.scheme === 'file' && uri.authority === '' && isHere(uri.path) && !isPattern(uri.path);
  return here ? origin : Uri.file(nowhere(file.name)).toString();
}

function localFile({ path, parts, ...stamp }: StoredRun['file']): StoredRun['file'] {
  const local = parts?.map((part) => ({ ...part, path: localPath(part.path) }));
  return { ...stamp, path: localPath(path), ...(local && { parts: local }) };
}

function localRequest({ design, onCluster, ...request }: FitRequest, path: string): FitRequest {
  const { address: _, ...place } = onCluster ?? { engine: undefined };
  return {
    ...request,
    source: { kind: 'path', path: localPath(path) },
    design: { ...design, holdout: localHoldout(design.holdout) },
    ...(place.engine !== undefined && { onCluster: place }),
  };
}

function localHoldout(holdout: HoldoutRule): HoldoutRule {
  if (holdout.kind !== 'file') return holdout;
  const { source } = holdout;
  return { kind: 'file', source: { kind: 'path', path: nowhere(source.kind === 'path' ? source.path : source.name) } };
}
