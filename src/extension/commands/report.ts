import { Uri } from 'vscode';
import { givenMembers } from '../../choices/members';
import { stem } from '../../engine/words/fileName';
import { OUT } from '../arguments/address';
import { uriArgument } from '../chooseFile';
import { saveTo } from '../export/saveDialog';
import type { Services } from '../services';
import { fileOfRun, type WrittenFile } from './fileOfRun';

/** "Save Report…": a run as one HTML file, or in Markdown where the name ends so. Resolves to what was written. */
export async function reportCommand(services: Services, argument: unknown, given?: unknown): Promise<WrittenFile> {
  const wanted = givenMembers(given, OUT);
  return fileOfRun(services, argument, {
    title: 'Save a Report of a Run',
    doing: 'report',
    async write(run) {
      // All figures: loaded only when a report is asked for.
      const { reportFor } = await import('../../figures/report/write');
      return saveTo(uriArgument(wanted.out), {
        title: 'Save Report',
        beside: Uri.parse(run.origin),
        name: `${stem(run.file.name)}-report.html`,
        filters: { 'HTML page': ['html'], Markdown: ['md'] },
        content: (place) => Buffer.from(reportFor(place.path, run)),
      });
    },
  });
}
