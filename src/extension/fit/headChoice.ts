import { l10n } from 'vscode';
import type { RunHead } from '../../doors/runs/summary';
import type { HeadPick } from '../../webview/protocol';
import { pickKernel, pickMethod } from '../picks/methodPick';
import type { MethodEntry, Services } from '../services';
import { methodSpec } from './changedRequest';
import type { HeadChoice } from './request';

/** Asks for another method or kernel of a run; undefined on Escape. Methods are those that fit what the run fitted: a target, or none. */
export async function headChoice(
  services: Services,
  run: RunHead,
  what: HeadPick,
  methods: readonly MethodEntry[],
): Promise<HeadChoice | undefined> {
  const { name } = run.file;
  const title = what === 'kernel' ? l10n.t('{0}: another kernel', name) : l10n.t('{0}: another method', name);
  if (what === 'kernel') {
    const kernel = await pickKernel(await methodSpec(services, run.method.id), title);
    return kernel === undefined ? undefined : { kind: 'anyKernel', kernel };
  }
  const targetless = ({ family }: MethodEntry) => family === 'components';
  const own = methods.find(({ id }) => id === run.method.id);
  const fitting = methods.filter((method) => own === undefined || targetless(method) === targetless(own));
  const method = await pickMethod(fitting, title);
  return method === undefined ? undefined : { kind: 'method', method };
}
