import { fitArguments } from '../../choices/readArguments';
import type { Failure } from '../../engine/contract/failure';
import { chooseFile } from '../chooseFile';
import { type FitReport, fitFile } from '../fit/fitFlow';
import type { Services } from '../services';

/**
 * "Recommend a Method…": target and columns as for a fit, then the ways to fit the file, each with its time and error, and the fit of the
 * one that is picked. It starts from the method last used for the file.
 */
export async function recommendCommand(
  services: Services,
  argument: unknown,
  given: unknown,
  fallback: string,
): Promise<FitReport | { readonly failure: Failure } | undefined> {
  const choices = fitArguments(given);
  const uri = await chooseFile(argument, 'Recommend a Method');
  if (!uri) return undefined;
  const { method = fallback } = services.remembered.get(uri.toString());
  return fitFile(services, choices?.method ?? method, uri, choices, false, 'recommend');
}
