import { l10n, Uri } from 'vscode';
import { fitArguments } from '../../choices/readArguments';
import type { Failure } from '../../engine/contract/failure';
import { RUN_SUFFIX } from '../../engine/contract/run';
import { isDataFile } from '../../engine/words/fileName';
import { activeFile, chooseFile, settleUnsavedChanges, uriArgument } from '../chooseFile';
import { fitFileOnCluster } from '../fit/clusterFlow';
import { type FitReport, fitFile, fitFileAgain, lastMethod } from '../fit/fitFlow';
import { moreEndings } from '../fit/userSettings';
import type { InspectReport } from '../panels/inspectPanel';
import { pickMethod } from '../picks/methodPick';
import type { Services } from '../services';

type Fitted = Promise<FitReport | { readonly failure: Failure } | undefined>;

/** The fit command of a method, or the one without a method. */
export async function fitCommand(
  services: Services,
  argument: unknown,
  given: unknown,
  { id, title }: { readonly id?: string; readonly title: string } = { title: l10n.t('Fit') },
): Fitted {
  const choices = fitArguments(given);
  const uri = await chooseFile(argument, title);
  return uri && fitFile(services, choices?.method ?? id, uri, choices);
}

/** "All Methods…": every method with its purpose, then the fit with the one that is picked. */
export async function allMethodsCommand(services: Services, argument: unknown): Fitted {
  const uri = await chooseFile(argument, l10n.t('All Methods'));
  if (!uri) return undefined;
  const id = await pickMethod(services.methods, l10n.t('All Methods'));
  return id === undefined ? undefined : fitFile(services, id, uri);
}

/** Opens the form for the method last used for the file. */
export async function settingsCommand(services: Services, argument: unknown): Fitted {
  const uri = await chooseShown(services, argument, l10n.t('Fit with Other Settings'));
  return uri && fitFile(services, lastMethod(services, uri), uri, undefined, 'form');
}

/** Fits again the file named, the data file in front, the file whose results are in front, or one picked. */
export async function fitAgainCommand(services: Services, argument: unknown): Fitted {
  const uri = await chooseShown(services, argument, l10n.t('Fit Again'));
  return uri && fitFileAgain(services, uri);
}

export async function fitOnClusterCommand(services: Services, argument: unknown, given: unknown): Fitted {
  const choices = fitArguments(given);
  const uri = await chooseFile(fileArgument(argument), l10n.t('Fit on a Cluster'));
  return uri && fitFileOnCluster(services, uri, choices);
}

/**
 * "Recommend a Method…": target and columns as for a fit, then the ways to fit the file, each with its time and error,
 * and the fit of the one that is picked. It starts from the method last used for the file.
 */
export async function recommendCommand(services: Services, argument: unknown, given: unknown): Fitted {
  const choices = fitArguments(given);
  const uri = await chooseShown(services, argument, l10n.t('Recommend a Method'));
  if (!uri) return undefined;
  return fitFile(services, choices?.method ?? lastMethod(services, uri), uri, choices, 'recommend');
}

/**
 * "Inspect Data": the panel of a file's data. Resolves to its numbers of rows and columns, or to the reason why it
 * cannot be read.
 */
export async function inspectCommand(services: Services, argument: unknown): Promise<InspectReport | undefined> {
  const uri = await chooseShown(services, argument, l10n.t('Inspect Data'));
  if (!uri) return undefined;
  await settleUnsavedChanges(uri);
  return services.inspections.show(uri);
}

/** As `chooseFile`; if no data file is in front, the file behind the panel that is. */
export const chooseShown = (services: Services, argument: unknown, title: string): Promise<Uri | undefined> =>
  chooseFile(fileArgument(argument) ?? shownOrigin(services), title);

/**
 * The data file that a menu or a caller names; over the editor of a stored run, the menu names the run's own file,
 * which does not count.
 */
function fileArgument(argument: unknown): Uri | undefined {
  const uri = uriArgument(argument);
  return uri?.path.endsWith(RUN_SUFFIX) ? undefined : uri;
}

/** The file behind the results panel in front, unless a data file is. */
function shownOrigin({ panels, comparisons, inspections }: Services): Uri | undefined {
  const active = activeFile();
  if (active && isDataFile(active.path, moreEndings())) return undefined;
  const origin = panels.active?.origin ?? comparisons.active?.origin ?? inspections.active?.origin;
  return origin === undefined ? undefined : Uri.parse(origin);
}
