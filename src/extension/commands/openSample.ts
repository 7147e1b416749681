import { commands, FileSystemError, Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import { givenMembers, type MemberChecks } from '../../choices/members';
import { fitArguments } from '../../choices/readArguments';
import type { Failure } from '../../engine/contract/failure';
import { SAMPLES, type SampleName, type StartChoice } from '../../webview/start/samples';
import { AN_ADDRESS, isAddress } from '../arguments/address';
import { uriArgument } from '../chooseFile';
import { reportFailure } from '../failures';
import { type FitReport, fitFile } from '../fit/fitFlow';
import { COMMAND, EXTENSION_NAME, PANEL } from '../ids';
import { hear } from '../panels/pagePanel';
import { pageOptions, servePage } from '../panels/servedPage';
import type { Services } from '../services';

/** The folder that a sample is copied to. */
const FOLDER: MemberChecks<{ readonly folder?: unknown }> = { folder: [isAddress, AN_ADDRESS] };

/**
 * "Open a Sample…": the first page, where a tile copies a bundled data set and fits it. `argument` may be the name of a
 * sample, and `folder` the destination: then nothing is asked.
 */
export async function openSampleCommand(
  services: Services,
  argument: unknown,
  given?: unknown,
): Promise<FitReport | undefined> {
  if (isSample(argument)) return fitSample(services, argument, uriArgument(givenMembers(given, FOLDER).folder));
  showStart(services, (choice) => void begin(services, choice));
  return undefined;
}

async function begin(services: Services, choice: StartChoice): Promise<void> {
  if (isSample(choice)) await fitSample(services, choice);
  else await commands.executeCommand(choice === 'fit' ? COMMAND.fit : COMMAND.inspect);
}

const isSample = (name: unknown): name is SampleName => typeof name === 'string' && Object.hasOwn(SAMPLES, name);

/**
 * Copies the sample to a folder that is stored outside the workspace, unless the caller names one, and fits the copy by
 * its method.
 */
async function fitSample(
  services: Services,
  name: SampleName,
  folder = Uri.joinPath(services.context.globalStorageUri, 'samples'),
): Promise<FitReport | { readonly failure: Failure }> {
  const { method, given } = SAMPLES[name];
  try {
    const copy = await sampleCopy(Uri.joinPath(services.context.extensionUri, 'samples', `${name}.csv`), folder, name);
    return await fitFile(services, method, copy, fitArguments(given));
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'open sample' }) };
  }
}

let open: WebviewPanel | undefined;

/** The first page, opened only once: it sends no request, so that a page which returns from hiding is unchanged. */
function showStart({ context: { extensionUri }, log }: Services, choose: (choice: StartChoice) => void): void {
  if (open) {
    open.reveal();
    return;
  }
  const view = window.createWebviewPanel(PANEL.start, EXTENSION_NAME, ViewColumn.Active, pageOptions(extensionUri));
  view.webview.onDidReceiveMessage((sent: unknown) =>
    hear(sent, { extensionUri, log }, (message) => message.type === 'start' && choose(message.choice)),
  );
  view.onDidDispose(() => {
    open = undefined;
  });
  servePage(view, extensionUri, { title: EXTENSION_NAME, script: 'start.js' });
  open = view;
}

/**
 * The sample under the first name, "wave.csv", "wave-2.csv", …, that is free or that already holds a copy of it:
 * nothing is overwritten.
 */
export async function sampleCopy(sample: Uri, folder: Uri, name: string): Promise<Uri> {
  const content = await workspace.fs.readFile(sample);
  for (let i = 1; ; i++) {
    const copy = Uri.joinPath(folder, i === 1 ? `${name}.csv` : `${name}-${i}.csv`);
    const there = await contentOf(copy);
    if (there === undefined) await workspace.fs.writeFile(copy, content);
    if (there === undefined || sameBytes(there, content)) return copy;
  }
}

async function contentOf(uri: Uri): Promise<Uint8Array | undefined> {
  try {
    return await workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
