import { Uri } from 'vscode';
import { givenMembers } from '../../choices/members';
import type { Failure } from '../../engine/contract/failure';
import { stem } from '../../engine/words/fileName';
import { OUT } from '../arguments/address';
import { uriArgument } from '../chooseFile';
import { saveWithDialog } from '../export/saveDialog';
import { writeIfAgreed } from '../export/writeFile';
import { reportFailure } from '../failures';
import { chooseRun } from '../runs/chooseRun';
import type { Services } from '../services';

/** "Save Report…": a run as one HTML file, or in Markdown where the name ends so. Resolves to what was written. */
export async function reportCommand(
  services: Services,
  argument: unknown,
  given?: unknown,
): Promise<{ readonly out: Uri } | { readonly failure: Failure } | undefined> {
  const wanted = givenMembers(given, OUT);
  const id = await chooseRun(services, argument, 'Save a Report of a Run');
  if (id === undefined) return undefined;
  try {
    const run = await services.store.load(id);
    // All figures: loaded only when a report is asked for.
    const { reportFor } = await import('../../figures/report/write');
    const content = (place: Uri) => Buffer.from(reportFor(place.path, run));
    const out = uriArgument(wanted.out);
    if (out) {
      await writeIfAgreed(out, content(out));
      return { out };
    }
    const saved = await saveWithDialog({
      title: 'Save Report',
      beside: Uri.parse(run.origin),
      name: `${stem(run.file.name)}-report.html`,
      filters: { 'HTML page': ['html'], Markdown: ['md'] },
      content,
    });
    return saved && { out: saved };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'report' }) };
  }
}
