import { KernelscopeError } from '../engine/contract/failure';
import { type Holds, isRecord, isText } from '../engine/contract/shape';
import type { FitArguments } from './fitArguments';
import type { FitChoices } from './fitChoices';
import { checkMembers, type Members } from './members';
import { fitChoices } from './readArguments';

/** What a language model hands to the tools on a file. */
interface FileInput {
  readonly file?: string;
}

type FitInput = FileInput & Pick<FitArguments, 'target' | 'features' | 'method' | 'parameters' | 'design'>;

const anything: Holds = () => true;
const isName: Holds = (value) => isText(value) && value.trim() !== '' && !value.includes('\0');
const FILE: Members<FileInput> = { file: [isName, 'the path of a file in a workspace folder'] };

/** What is inside is looked at by `fitChoices`; how the file is read is the person's to say. */
const FIT: Members<FitInput> = {
  ...FILE,
  target: [anything, ''],
  features: [anything, ''],
  method: [anything, ''],
  parameters: [anything, ''],
  design: [anything, ''],
};

/** Throws `parameter/…`. */
export function fileOf(input: unknown): string {
  return required(checkMembers<FileInput>('', input, FILE).file);
}

/** Throws `parameter/…`; no file of held-out rows, which might lie anywhere. */
export function fitInput(input: unknown): { readonly file: string; readonly choices: FitChoices } {
  const { file, ...asked } = checkMembers<FitInput>('', input, FIT);
  const { holdout } = isRecord(asked.design) ? asked.design : {};
  if (isRecord(holdout))
    throw new KernelscopeError('parameter/invalid', 'The argument design.holdout has to be a share from 0 to 0.9.', {
      name: 'design.holdout',
    });
  return { file: required(file), choices: fitChoices(asked) };
}

/** The run that is to be explained; left out: the newest. Throws `parameter/…`. */
export const runOf = (input: unknown): string | undefined =>
  checkMembers<{ readonly run?: string }>('', input ?? {}, { run: [isName, 'the id of a run'] }).run;

function required(file: string | undefined): string {
  if (file !== undefined) return file.trim();
  throw new KernelscopeError('parameter/invalid', 'Name the file: its path in a workspace folder.', { name: 'file' });
}
