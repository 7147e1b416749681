import { l10n } from 'vscode';
import type { RunHead } from '../../doors/runs/summary';
import { stem } from '../../engine/words/fileName';
import { saveWithDialog } from '../export/saveDialog';
import { fileOf } from '../runs/fileOf';
import type { Services } from '../services';
import { sourceOf } from '../source';
import { QUIET } from '../tasks';

/** "Save Rows as CSV…": rows such as "12,40-52" of a run's file, with the cells of the file. */
export async function saveRows(services: Services, run: RunHead, rows: string): Promise<void> {
  const { engine, tasks } = services;
  const origin = await fileOf(services, run);
  const request = { ...run.request, source: await sourceOf(origin) };
  const text = await tasks.run({ title: l10n.t('Saving rows'), quiet: QUIET.answering }, (call) =>
    engine.call('rowsCsv', { request, rows }, call),
  );
  await saveWithDialog({
    title: l10n.t('Save Rows'),
    beside: origin,
    name: `${stem(run.file.name)}-rows.csv`,
    filters: { [l10n.t('Comma-separated values')]: ['csv'] },
    content: new TextEncoder().encode(text),
  });
}
