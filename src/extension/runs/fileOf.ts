import { l10n, Uri } from 'vscode';
import { cancelledError } from '../../engine/contract/context';
import type { ColumnSummary, Inspection } from '../../engine/contract/data';
import { KernelscopeError } from '../../engine/contract/failure';
import type { StoredRun } from '../../engine/contract/run';
import { baseName } from '../../engine/words/fileName';
import { count } from '../../engine/words/numbers';
import { enumerated } from '../amount';
import { browse } from '../chooseFile';
import { inspectWithProgress } from '../fit/fitFlow';
import { showWarning } from '../plainWindow';
import type { Services } from '../services';
import { sourceOf } from '../source';
import { keyOf } from './movedFiles';
import { isMissing } from './staleness';

/** The facts known about the file that a run was fitted to. */
type RunOfFile = Pick<StoredRun, 'origin' | 'file' | 'inspection' | 'request'>;

/**
 * The place of a run's file. If the file is gone, the person is asked for it (*Locate…*); it is read and its place
 * remembered, and the task on the run then continues with it. Throws `run/cancelled` if the person does not name it,
 * and without `ask` `file/not-found`.
 */
export async function fileOf(services: Services, run: RunOfFile, ask = true): Promise<Uri> {
  const { moved } = services;
  const place = Uri.parse(moved.placeOf(run));
  if (!(await isMissing(place))) return place;
  const name = baseName(place.path);
  if (!ask)
    throw new KernelscopeError('file/not-found', `${name} is no longer where it was. Fit again to say where it is.`, {
      name,
    });
  const key = keyOf(run);
  const asked = moved.asking.get(key) ?? located(services, run, place).finally(() => moved.asking.delete(key));
  moved.asking.set(key, asked);
  return asked;
}

const LOCATE = l10n.t('Locate…');
const USE = l10n.t('Use It Anyway');

async function located(services: Services, run: RunOfFile, place: Uri): Promise<Uri> {
  const name = baseName(place.path);
  const detail = l10n.t('It was at {0} when this run was fitted.', place.fsPath);
  if ((await showWarning(l10n.t('{0} is no longer there.', name), { modal: true, detail }, LOCATE)) !== LOCATE)
    throw cancelledError();
  const found = await browse(l10n.t('Locate {0}', name));
  if (!found) throw cancelledError();
  const inspection = await inspectWithProgress(services, await sourceOf(found), run.request.read, baseName(found.path));
  const differences = differencesBetween(run.inspection, inspection);
  if (differences.length > 0) {
    const question = l10n.t(
      '{0} differs from the file of this run: {1}.',
      baseName(found.path),
      enumerated(differences),
    );
    if ((await showWarning(question, { modal: true }, USE)) !== USE) throw cancelledError();
  }
  await services.moved.remember(run, found);
  return found;
}

/** The most columns that are named; further ones are counted. */
const NAMED = 3;

/**
 * The differences between two readings of a file, as far as their summaries show: rows, columns, and the values of
 * columns.
 */
export function differencesBetween(before: Inspection, after: Inspection): string[] {
  const columns = new Map(after.columns.map((column) => [column.name, column]));
  const gone = before.columns.filter(({ name }) => !columns.delete(name)).map(({ name }) => name);
  const fresh = [...columns.keys()];
  const now = new Map(after.columns.map((column) => [column.name, column]));
  const other = before.columns.filter((was) => {
    const is = now.get(was.name);
    return is !== undefined && !isAlike(was, is);
  });
  const named = (names: readonly string[]) => {
    const first = names.slice(0, NAMED).map((name) => `“${name}”`);
    if (names.length > NAMED) first.push(l10n.t('{0} more', count(names.length - NAMED)));
    return enumerated(first);
  };
  const rows =
    before.rows === after.rows ? [] : [l10n.t('{0} rows instead of {1}', count(after.rows), count(before.rows))];
  return [
    ...rows,
    ...(gone.length > 0 ? [l10n.t('no column {0}', named(gone))] : []),
    ...(fresh.length > 0 ? [l10n.t('a new column {0}', named(fresh))] : []),
    ...(rows.length === 0 && other.length > 0
      ? [l10n.t('other values of {0}', named(other.map(({ name }) => name)))]
      : []),
  ];
}

function isAlike(one: ColumnSummary, other: ColumnSummary): boolean {
  const told = ({ kind, count, levels = [] }: ColumnSummary) => JSON.stringify([kind, count, levels]);
  const near = (a = 0, b = 0) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
  const { numeric: was } = one;
  const { numeric: is } = other;
  return (
    told(one) === told(other) &&
    near(was?.min, is?.min) &&
    near(was?.max, is?.max) &&
    near(was?.mean, is?.mean) &&
    near(was?.sd, is?.sd)
  );
}
