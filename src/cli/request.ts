import { existsSync } from 'node:fs';
import { DEFAULT_METHOD } from '../choices/choices';
import { type NamedRowChoice, ROW_CHOICES } from '../choices/design';
import type { FitChoices } from '../choices/fitChoices';
import { fitRequest as requestOf } from '../choices/fitRequest';
import { checkOtherFile } from '../choices/otherFile';
import { silently } from '../engine/contract/context';
import type { HoldoutRule } from '../engine/contract/data';
import type { MethodSpec } from '../engine/contract/method';
import type { FitRequest } from '../engine/contract/run';
import type { Engine } from '../engine/engine';
import { specOf } from '../engine/fit/method';
import { methodById } from '../engine/methods/registry';
import { unknownParameter } from '../engine/parameters/checkParameters';
import { listed, quoted } from '../engine/words/sentence';
import { splitNames } from '../engine/words/splitNames';
import {
  type CommandLine,
  DATA_SETTINGS,
  partsTogether,
  readOptionsOfLine,
  type SaidChoice,
  saidBy,
  splitPair,
} from './arguments';
import { inputSource, opened, pathOf, tablePath } from './input';
import type { Options } from './options/table';
import { type Terminal, terminalContext } from './terminal';
import { printable } from './textTable';
import { UsageError } from './usage';

/**
 * The fit that a command line asks for; `open`: the target may still be ''. Throws `UsageError` and the errors of
 * `fitChoices`.
 */
export function requestOfOptions(file: string, options: Options, open = false): FitRequest {
  const method = specOf(methodById(options.method ?? DEFAULT_METHOD));
  const targetless = method.family === 'components';
  if (targetless && options.task !== undefined)
    throw new UsageError(`--task is for methods with a target, and ${method.id} has none: leave it out.`);
  const { target = targetless || (open && !options.streamed) ? '' : undefined, ...choices } = fitChoices(
    withNamedFile(options),
    method,
  );
  if (target === undefined)
    throw new UsageError('--target COL is missing: the column to predict, by name or position.');
  const { design, ...request } = requestOf(inputSource(file), method, { ...choices, target }, {});
  const holdout = located(design.holdout);
  checkOtherFile(request.source, holdout);
  const asked = { ...request, design: { ...design, holdout } };
  return options.streamed ? { ...asked, streamed: true } : asked;
}

/** A number that is no fraction names a file of held-out rows, if there is such a file. */
const withNamedFile = (options: Options): Options =>
  Number(options.holdout) >= 1 && existsSync(`${options.holdout}`)
    ? { ...options, holdout: `./${options.holdout}` }
    : options;

function located(holdout: HoldoutRule): HoldoutRule {
  if (holdout.kind !== 'file' || holdout.source.kind !== 'path') return holdout;
  return { kind: 'file', source: inputSource(holdout.source.path) };
}

/** The same fit, with inputs that can be read only once in memory. */
export async function withInputs(request: FitRequest, terminal: Terminal): Promise<FitRequest> {
  const source = await opened(request.source, terminal);
  const { holdout } = request.design;
  if (holdout.kind !== 'file') return { ...request, source };
  const second = { ...holdout, source: await opened(holdout.source, terminal) };
  return { ...request, source, design: { ...request.design, holdout: second } };
}

/**
 * The request of a command, its files opened. Without --target it predicts the column whose name says that it is the
 * target, and reports this; if no name does, the target stays '' and the engine refuses, naming the best candidates.
 */
export async function openRequest(
  { operands, options }: CommandLine,
  engine: Engine,
  terminal: Terminal,
): Promise<FitRequest> {
  const request = await withInputs(requestOfOptions(tablePath(operands), options, true), terminal);
  const { source, read, design } = request;
  if (design.target !== '' || methodById(request.method).family === 'components') return request;
  const { columns, defaultTarget } = await engine.handlers.inspect(
    { source, read },
    silently(terminalContext(terminal)),
  );
  if (defaultTarget === undefined) return request;
  const { name } = columns[defaultTarget];
  terminal.err(`${printable(`Predicts ${quoted([name])}, as its name says; --target COL predicts another column.`)}\n`);
  return { ...request, design: { ...design, target: name } };
}

/** The files that a request reads, the file of the rows first. */
export function inputsOf({ source, design: { holdout } }: FitRequest): string[] {
  const sources = [source, ...(holdout.kind === 'file' ? [holdout.source] : [])];
  return sources.map(pathOf).filter((path) => path !== undefined);
}

/**
 * The choices of a fit on a command line. Values of the method's parameters are checked later, against its schema.
 * Throws `UsageError`, `parameter/invalid` for an invalid list of rows to leave out, and `parameter/unknown`.
 */
function fitChoices(options: Options, method: MethodSpec): FitChoices {
  const { target: [target, ...moreTargets] = [], features, set = [] } = options;
  const flagged = saidBy(ROW_CHOICES, options);
  const dividing = flagged.filter(({ choice }) => choice.divides).map(({ called }) => called);
  if (dividing.length > 1) throw new UsageError(`Give only one of ${listed(dividing)}.`);
  const parameters: Record<string, string> = {};
  const settings: SaidChoice<NamedRowChoice>[] = [];
  for (const [name, given] of set.map((text) => splitPair('set', text))) {
    const choice = ROW_CHOICES.find((one) => one.name === name);
    const known = method.parameters.some((parameter) => parameter.name === name);
    if (choice && (known || choice.option === undefined)) settings.push({ choice, given, called: name });
    else if (known) parameters[name] = given;
    else
      throw unknownParameter(
        method,
        name,
        DATA_SETTINGS.map((one) => one.name),
      );
  }
  return {
    ...(options.method !== undefined && { method: options.method }),
    ...(target !== undefined && { target }),
    ...(moreTargets.length > 0 && { moreTargets }),
    ...(features && { features: features.flatMap(splitNames) }),
    parameters,
    design: partsTogether([...flagged, ...settings]),
    read: readOptionsOfLine(options),
  };
}
