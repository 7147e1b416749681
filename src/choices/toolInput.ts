import type { ReadOptions } from '../engine/contract/data';
import { KernelscopeError } from '../engine/contract/failure';
import { isRecord, isText } from '../engine/contract/shape';
import type { FitArguments } from './fitArguments';
import type { FitChoices } from './fitChoices';
import { FRACTION } from './holdout';
import { checkMembers, type Members } from './members';
import { FIT, fitChoices, readOptions } from './readArguments';

/** What a language model says of a file. */
interface FileInput extends Pick<FitArguments, 'read'> {
  readonly file?: string;
}

type FitInput = FileInput & Pick<FitArguments, 'target' | 'features' | 'method' | 'parameters' | 'design'>;

const { target, features, method, parameters, design, read } = FIT;
const isName = (value: unknown) => isText(value) && value.trim() !== '' && !value.includes('\0');
const ON_FILE: Members<FileInput> = { file: [isName, 'the path of a file in a workspace folder'], read };
const ON_FIT: Members<FitInput> = { ...ON_FILE, target, features, method, parameters, design };

/** The file, and how it is read. Throws `parameter/…`. */
export const fileInput = (input: unknown): { readonly file: string; readonly read: ReadOptions } =>
  located(checkMembers<FileInput>('', input, ON_FILE));

/** The file and what is fitted. Throws `parameter/…`; no file of held-out rows, which might lie anywhere. */
export function fitInput(input: unknown): { readonly file: string; readonly choices: FitChoices } {
  const { file, ...asked } = checkMembers<FitInput>('', input, ON_FIT);
  const { holdout } = isRecord(asked.design) ? asked.design : {};
  if (isRecord(holdout))
    throw refused('invalid', 'design.holdout', `The argument design.holdout has to be ${FRACTION}.`);
  return { file: located({ file, read: asked.read }).file, choices: fitChoices(asked) };
}

/** Without leave to unzip without a limit, which is a person's to give. */
function located({ file, read: asked = {} }: FileInput): { readonly file: string; readonly read: ReadOptions } {
  const read = readOptions(asked);
  if (read.acceptExpansion !== undefined)
    throw refused(
      'unknown',
      'read.acceptExpansion',
      'There is no argument read.acceptExpansion: unzip the file first.',
    );
  if (file === undefined) throw refused('invalid', 'file', 'Name the file: its path in a workspace folder.');
  return { file: file.trim(), read };
}

const refused = (code: 'invalid' | 'unknown', name: string, message: string) =>
  new KernelscopeError(`parameter/${code}`, message, { name });
