import { l10n, Uri } from 'vscode';
import { givenMembers } from '../../choices/members';
import type { StoredRunSummary } from '../../doors/runs/summary';
import type { Failure } from '../../engine/contract/failure';
import { RUN_SUFFIX, type StoredRun } from '../../engine/contract/run';
import { stem } from '../../engine/words/fileName';
import { OUT } from '../arguments/address';
import { uriArgument } from '../chooseFile';
import { saveTo } from '../export/saveDialog';
import { reportFailure } from '../failures';
import { chooseRun } from '../runs/chooseRun';
import type { Services } from '../services';

/** The result of a command that writes a file; undefined if the person cancels. */
export type WriteOutcome = { readonly out: Uri } | { readonly failure: Failure } | undefined;

interface FileOfRun {
  /** The title of the pick of a run, used if the argument names none. */
  readonly title: string;
  /** The task, for the log: "export model". */
  readonly doing: string;
  readonly fits?: (run: StoredRunSummary) => boolean;
  /** Resolves to the file written; undefined if the person cancels. */
  readonly write: (run: StoredRun) => Promise<Uri | undefined>;
  /** Does the same again with this run, and reads a gzip file however large it unzips. */
  readonly readAnyway?: (id: string) => unknown;
}

/** Writes a file from a run: the run that a command's argument names, or the person's pick. */
export async function fileOfRun(
  services: Services,
  argument: unknown,
  { title, doing, fits, write, readAnyway }: FileOfRun,
): Promise<WriteOutcome> {
  const id = await chooseRun(services, argument, title, fits);
  if (id === undefined) return undefined;
  try {
    const out = await write(await services.store.load(id));
    return out && { out };
  } catch (error) {
    const again = readAnyway && { readAnyway: () => readAnyway(id) };
    return { failure: reportFailure(services, error, { doing, ...again }) };
  }
}

/** "Save Report…": a run as one HTML file, or in Markdown if the name ends so. Resolves to the file written. */
export async function reportCommand(services: Services, argument: unknown, given?: unknown): Promise<WriteOutcome> {
  const wanted = givenMembers(given, OUT);
  return fileOfRun(services, argument, {
    title: l10n.t('Save a Report of a Run'),
    doing: 'report',
    async write(run) {
      // This module has all figures: it is loaded only when a report is asked for.
      const { reportFor } = await import('../../figures/report/write');
      return saveTo(uriArgument(wanted.out), {
        title: l10n.t('Save Report'),
        beside: Uri.parse(run.origin),
        name: `${stem(run.file.name)}-report.html`,
        filters: { [l10n.t('HTML page')]: ['html'], Markdown: ['md'] },
        content: (place) => new TextEncoder().encode(reportFor(place.path, run)),
      });
    },
  });
}

/** The filter of the dialogs that save and open a run's own file. */
export const RUN_FILTER = { [l10n.t('Kernelscope run')]: [RUN_SUFFIX.slice(1)] };

/**
 * "Save a Copy of the Run…": the stored run as a file for someone else, or for another workspace. Resolves to the file
 * written.
 */
export async function shareRunCommand(services: Services, argument: unknown, given?: unknown): Promise<WriteOutcome> {
  const wanted = givenMembers(given, OUT);
  return fileOfRun(services, argument, {
    title: l10n.t('Save a Copy of a Run'),
    doing: 'share run',
    write: async (run) =>
      saveTo(uriArgument(wanted.out), {
        title: l10n.t('Save a Copy of the Run'),
        beside: Uri.parse(run.origin),
        name: `${stem(run.file.name)}${RUN_SUFFIX}`,
        filters: RUN_FILTER,
        content: await services.store.bytes(run.id),
        rowsOf: Uri.parse(run.origin),
      }),
  });
}
