import type { ReadOptions } from '../engine/contract/data';
import { KernelscopeError } from '../engine/contract/failure';
import { type Holds, isRecord, isText } from '../engine/contract/shape';
import type { FitArguments } from './fitArguments';
import type { FitChoices } from './fitChoices';
import { FRACTION } from './holdout';
import { checkMembers, type Members } from './members';
import { FIT, fitChoices, readOptions } from './readArguments';

/** What a language model hands to the tools on a file. */
interface FileInput {
  readonly file?: string;
}

type FitInput = FileInput & Pick<FitArguments, 'target' | 'features' | 'method' | 'parameters' | 'design' | 'read'>;

const isName: Holds = (value) => isText(value) && value.trim() !== '' && !value.includes('\0');
const FILE: Members<FileInput> = { file: [isName, 'the path of a file in a workspace folder'] };

const { target, features, method, parameters, design, read } = FIT;
const ASKED: Members<Omit<FitInput, 'read'>> = { ...FILE, target, features, method, parameters, design };
/** Where nobody else can say how the file is read. */
const READ: Members<Pick<FitInput, 'read'>> = { read };

/** Throws `parameter/…`. */
export function fileOf(input: unknown): string {
  return required(checkMembers<FileInput>('', input, FILE).file);
}

/** The same, and how the file is read. Throws `parameter/…`. */
export function fileInput(input: unknown): { readonly file: string; readonly read: ReadOptions } {
  const { file, read = {} } = checkMembers<FileInput & Pick<FitInput, 'read'>>('', input, { ...FILE, ...READ });
  return { file: required(file), read: readable(read) };
}

/**
 * `reads`: whether how the file is read is the model's to say. Throws `parameter/…`; no file of held-out rows, which might lie
 * anywhere.
 */
export function fitInput(input: unknown, reads = false): { readonly file: string; readonly choices: FitChoices } {
  const members = (reads ? { ...ASKED, ...READ } : ASKED) as Members<FitInput>;
  const { file, ...asked } = checkMembers<FitInput>('', input, members);
  if (asked.read !== undefined) readable(asked.read);
  const { holdout } = isRecord(asked.design) ? asked.design : {};
  if (isRecord(holdout))
    throw new KernelscopeError('parameter/invalid', `The argument design.holdout has to be ${FRACTION}.`, {
      name: 'design.holdout',
    });
  return { file: required(file), choices: fitChoices(asked) };
}

/** Without leave to unzip without a limit, which is a person's to give. */
function readable(value: unknown): ReadOptions {
  const { acceptExpansion, ...read } = readOptions(value);
  if (acceptExpansion === undefined) return read;
  throw new KernelscopeError('parameter/unknown', 'There is no argument read.acceptExpansion: unzip the file first.', {
    name: 'read.acceptExpansion',
  });
}

/** The id of what is to be explained, in a member of this name; left out: the newest. Throws `parameter/…`. */
export function idOf(name: 'run' | 'model', input: unknown): string | undefined {
  const members: Members<Readonly<Record<string, string>>> = { [name]: [isName, `the id of a ${name}`] };
  return checkMembers<Readonly<Record<string, string | undefined>>>('', input ?? {}, members)[name];
}

function required(file: string | undefined): string {
  if (file !== undefined) return file.trim();
  throw new KernelscopeError('parameter/invalid', 'Name the file: its path in a workspace folder.', { name: 'file' });
}
