import { resolve } from 'node:path';
import { type CompleteChoices, completed, type FitChoices } from '../../src/choices/fitChoices';
import { fitRequest } from '../../src/choices/fitRequest';
import { fitArguments, fitChoices } from '../../src/choices/readArguments';
import { parseCommandLine } from '../../src/cli/parse';
import { requestOfOptions as requestOfWords } from '../../src/cli/request';
import { takesFit } from '../../src/doors/fitAsked';
import type { Inspection } from '../../src/engine/contract/data';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { Parameters } from '../../src/engine/contract/method';
import type { FitRequest } from '../../src/engine/contract/run';
import { specOf } from '../../src/engine/fit/method';
import { methodById } from '../../src/engine/methods/registry';
import { spreadArguments } from '../../src/extension/arguments/spread';
import {
  type SettingsSubject,
  settingsChoices,
  settingsForm,
  settingsVerdict,
} from '../../src/extension/fit/settingsForm';
import { fitCommandLine } from '../../src/figures/report/commandLine';
import { madeColumn } from '../extension/madeColumn';

export const FILE = 'made.csv';
const path = resolve(FILE);
const source = { kind: 'path', path } as const;
const method = specOf(methodById('krr'));

const tool = takesFit(['target', 'features', 'method', 'parameters', 'design']);

/** A door's answer to a choice: a request, or that it is refused. */
export type Outcome = FitRequest | 'refused';

/** Turns a refusal in a sentence into 'refused'; a defect is thrown on. */
function outcomeOf(make: () => FitRequest): Outcome {
  try {
    return make();
  } catch (error) {
    if (error instanceof KernelscopeError || error?.constructor.name === 'UsageError') return 'refused';
    throw error;
  }
}

function request(choices: FitChoices = {}, settings: Parameters = {}): FitRequest {
  const named = choices.method === undefined ? method : specOf(methodById(choices.method));
  return fitRequest(source, named, completed(named, choices), settings);
}

/** `kernelscope fit` with these words behind the file and the target. */
export const byWords = (...words: readonly string[]): Outcome => byLine(['fit', FILE, '--target=y', ...words]);

export const byLine = (line: readonly string[]): Outcome =>
  outcomeOf(() => {
    const { operands, options } = parseCommandLine(line);
    return requestOfWords(operands[0], options);
  });

/** The words that a POSIX shell makes of a line. */
export const wordsOf = (line: string): readonly string[] =>
  (line.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? []).map((word) => word.replace(/'([^']*)'|\\(.)/g, '$1$2'));

/** The words that the request's own command line has, read again. */
export const againByWords = (made: FitRequest): Outcome => {
  const file = { name: FILE, path, bytes: 1, modified: 0 };
  const { line } = fitCommandLine({ file, request: made });
  return byLine(wordsOf(line).slice(1));
};

type Arguments = Readonly<Record<string, unknown>>;

/** The doors that arguments come through as JSON: the API, a task or keybinding, a link, and tools of language models. */
export const BY_ARGUMENTS: Readonly<Record<string, (given: Arguments) => Outcome>> = {
  api: (given) => outcomeOf(() => request(fitChoices({ target: 'y', ...given }))),
  task: (given) =>
    outcomeOf(() => request(fitArguments(spreadArguments('file', [{ file: FILE, target: 'y', ...given }])[1]))),
  link: (given) =>
    outcomeOf(() => {
      const link = `command:kernelscope.fit?${encodeURIComponent(JSON.stringify([FILE, { target: 'y', ...given }]))}`;
      return request(fitArguments(spreadArguments('file', JSON.parse(decodeURIComponent(link.split('?')[1])))[1]));
    }),
  tool: (given) => outcomeOf(() => request(tool.of({ file: FILE, target: 'y', ...given }).choices)),
};

/** The outcome of a person's own default. */
export const bySetting = (settings: Parameters): Outcome => outcomeOf(() => request({ target: 'y' }, settings));

const inspection = {
  file: { name: FILE, path, bytes: 1, modified: 0 },
  rows: 100,
  columns: [madeColumn(0, 'x'), madeColumn(1, 'y')],
  defaultTarget: 1,
} as unknown as Inspection;
const subject: SettingsSubject = { method, inspection, remembered: {}, settings: {} };

/** The outcome of the form with one field filled in. */
export function byForm(field: string, text: string): Outcome {
  const sent = { ...settingsForm(subject).values, [field]: text };
  if (field in settingsVerdict(subject, sent).problems) return 'refused';
  const choices: CompleteChoices = settingsChoices(subject, sent);
  return outcomeOf(() => request(choices));
}
