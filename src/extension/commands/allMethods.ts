import { chooseFile } from '../chooseFile';
import { type FitReport, fitFile } from '../fit/fitFlow';
import { pickMethod } from '../picks/methodPick';
import type { Services } from '../services';
import type { MethodCommand } from './methodCommand';

/** "All Methods…": every method with what it is for, then the fit of the one that is picked. */
export async function allMethodsCommand(
  services: Services,
  argument: unknown,
  methods: readonly MethodCommand[],
): Promise<FitReport | undefined> {
  const uri = await chooseFile(argument, 'All Methods');
  if (!uri) return undefined;
  const id = await pickMethod(methods, 'All Methods');
  return id === undefined ? undefined : fitFile(services, id, uri);
}
