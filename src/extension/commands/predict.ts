import type { Uri } from 'vscode';
import type { Failure } from '../../engine/contract/failure';
import { predictionsCsv } from '../../engine/model/predictionsCsv';
import { browse, uriArgument } from '../chooseFile';
import { saveWithDialog } from '../export/saveDialog';
import { writeFile } from '../export/writeFile';
import { reportFailure } from '../failures';
import { baseName, stem } from '../fileName';
import { chooseRun } from '../runs/chooseRun';
import { targetsText } from '../runs/summary';
import type { Services } from '../services';
import { sourceOf } from '../source';

/** For callers that need no dialogs: `{ file, out }`. */
interface PredictArguments {
  readonly file?: unknown;
  readonly out?: unknown;
}

/** "Predict Rows with This Model…": a file's rows through a run's model, as a CSV beside it. Resolves to what was written. */
export async function predictCommand(
  services: Services,
  argument: unknown,
  given: PredictArguments = {},
): Promise<{ readonly out: Uri } | { readonly failure: Failure } | undefined> {
  const { store, engine, tasks } = services;
  const id = await chooseRun(services, argument, 'Predict with the Model of a Run');
  if (id === undefined) return undefined;
  try {
    const run = await store.load(id);
    const file = uriArgument(given.file) ?? (await browse(`Predict ${targetsText(run)}: Choose a File with Rows`));
    if (!file) return undefined;
    const source = await sourceOf(file);
    const predictions = await tasks.run({ title: `Predicting ${baseName(file.path)}` }, (onProgress, signal) =>
      engine.call('predict', { model: run.model, source }, { onProgress, signal }),
    );
    const content = new TextEncoder().encode(predictionsCsv(predictions));
    const out = uriArgument(given.out);
    if (out) {
      await writeFile(out, content);
      return { out };
    }
    const saved = await saveWithDialog({
      title: 'Save Predictions',
      beside: file,
      name: `${stem(file.path)}-${stem(run.file.name)}-predictions.csv`,
      filters: { 'Comma-separated values': ['csv'] },
      content,
    });
    return saved && { out: saved };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'predict' }) };
  }
}
