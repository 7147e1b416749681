import type { Uri } from 'vscode';
import { targetsText } from '../../brief/runFacts';
import { givenMembers, type Members } from '../../choices/members';
import type { Failure } from '../../engine/contract/failure';
import { isComponents } from '../../engine/contract/run';
import { predictedCsv } from '../../engine/model/predictedCsv';
import { baseName, stem } from '../../engine/words/fileName';
import { AN_ADDRESS, isAddress, OUT } from '../arguments/address';
import { browse, uriArgument } from '../chooseFile';
import { saveWithDialog } from '../export/saveDialog';
import { writeIfAgreed } from '../export/writeFile';
import { reportFailure } from '../failures';
import { chooseRun } from '../runs/chooseRun';
import type { StoredRun } from '../runs/summary';
import type { Services } from '../services';
import { sourceOf } from '../source';

/**
 * For callers that need no dialogs: `{ file, out }`. Where a file stands at `out` already the person is asked whether to replace it: without an answer
 * nothing is written and the command does not return, and a no is the failure `run/cancelled`.
 */
interface PredictArguments {
  readonly file?: unknown;
  readonly out?: unknown;
  /** A gzip file is read however large it unzips. */
  readonly acceptExpansion?: boolean;
}

const MEMBERS: Members<PredictArguments> = {
  file: [isAddress, AN_ADDRESS],
  ...OUT,
  acceptExpansion: [(value) => typeof value === 'boolean', 'true or false'],
};

/** "Predict Rows with This Model…": a file's rows through a run's model, as a CSV beside it. Resolves to what was written. */
export async function predictCommand(
  services: Services,
  argument: unknown,
  given?: unknown,
): Promise<{ readonly out: Uri } | { readonly failure: Failure } | undefined> {
  const { store } = services;
  const wanted = givenMembers(given, MEMBERS);
  const id = await chooseRun(services, argument, 'Predict with the Model of a Run');
  if (id === undefined) return undefined;
  let file: Uri | undefined;
  try {
    const run = await store.load(id);
    const what = isComponents(run) ? 'Score Rows' : `Predict ${targetsText(run)}`;
    file = uriArgument(wanted.file) ?? (await browse(`${what}: Choose a File with Rows`));
    if (!file) return undefined;
    const content = await predictedRows(services, run, file, wanted.acceptExpansion);
    const out = uriArgument(wanted.out);
    if (out) {
      await writeIfAgreed(out, content);
      return { out };
    }
    const saved = await saveWithDialog({
      title: isComponents(run) ? 'Save Scores' : 'Save Predictions',
      beside: file,
      name: `${stem(file.path)}-${stem(run.file.name)}-${isComponents(run) ? 'scores' : 'predictions'}.csv`,
      filters: { 'Comma-separated values': ['csv'] },
      content,
      rowsOf: file,
      open: true,
    });
    return saved && { out: saved };
  } catch (error) {
    const again = { ...wanted, ...(file && { file }), acceptExpansion: true };
    const readAnyway = () => predictCommand(services, id, again);
    return { failure: reportFailure(services, error, { doing: 'predict', readAnyway }) };
  }
}

/** A file's rows through a run's model, as the text of a CSV. */
export async function predictedRows(
  { engine, tasks }: Services,
  run: StoredRun,
  file: Uri,
  acceptExpansion = false,
): Promise<Uint8Array> {
  const source = await sourceOf(file);
  const read = { ...run.model.read, ...(acceptExpansion && { acceptExpansion }) };
  const model = { ...run.model, read };
  const verb = isComponents(run) ? 'Scoring' : 'Predicting';
  const predictions = await tasks.run({ title: `${verb} ${baseName(file.path)}` }, (call) =>
    engine.call('predict', { model, source, keep: true }, call),
  );
  return Buffer.concat(Array.from(predictedCsv(predictions), (part) => Buffer.from(part)));
}
