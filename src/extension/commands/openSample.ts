import { commands, Uri } from 'vscode';
import { givenMembers, type Members } from '../../choices/members';
import { fitArguments } from '../../choices/readArguments';
import type { Failure } from '../../engine/contract/failure';
import { SAMPLES, type SampleName, type StartChoice } from '../../webview/start/samples';
import { AN_ADDRESS, isAddress } from '../arguments/address';
import { uriArgument } from '../chooseFile';
import { reportFailure } from '../failures';
import { type FitReport, fitFile } from '../fit/fitFlow';
import { COMMAND } from '../ids';
import { showStart } from '../panels/startPanel';
import { sampleCopy } from '../sampleCopy';
import type { Services } from '../services';

/** Where a sample is copied to. */
const FOLDER: Members<{ readonly folder?: unknown }> = { folder: [isAddress, AN_ADDRESS] };

/**
 * "Open a Sample…": the first page, where a tile copies a data set that comes along and fits it. `argument` may be the name of a sample,
 * and `folder` say where to: then nothing is asked.
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

/** Copies the sample to a folder that is kept outside the workspace, unless the caller names one, and fits the copy by its method. */
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
