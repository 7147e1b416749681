import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Names, OptionSpec } from '../choices/optionSpec';
import { filesNamed } from '../engine/machine/listFiles';
import type { CommandLine } from './arguments';
import type { Command } from './commands/command';
import { operandAt, optionOf, optionsOfCommand } from './commands/words';
import { checkInputFiles } from './input';
import { namesOf, OPTIONS, type Options } from './options/table';
import { isStandardOutput, STANDARD } from './standardStreams';
import { UsageError } from './usage';

/** Options that name a file to write. */
const OUTPUTS = namesOf(OPTIONS).filter((name) => (OPTIONS[name] as OptionSpec).writes);

/** The command line with all names for standard output replaced by "-". */
export function withStandardOutput(line: CommandLine): CommandLine {
  const options = { ...line.options };
  for (const name of OUTPUTS)
    if (isStandardOutput(options[name] as string | undefined)) Object.assign(options, { [name]: STANDARD });
  return { ...line, options };
}

/**
 * Throws `UsageError` if standard input would be read twice, and if a file to write is also read, or written by another
 * option, under any name. Devices may be written by several.
 */
export async function checkOutputs({ operands, options }: CommandLine, command: Command): Promise<void> {
  const inputs = inputsOf(operands, options, command);
  checkInputFiles(inputs);
  const taken = new Map([...(await identities(inputs))].map(([identity, path]) => [identity, `the input ${path}`]));
  for (const name of OUTPUTS) {
    const path = options[name];
    if (typeof path !== 'string') continue;
    if (optionOf(command, name).names === 'folder') {
      await checkFolder(name, path);
      continue;
    }
    const identity = path === '-' ? path : await identityOf(path, false);
    if (identity === undefined) continue;
    const other = taken.get(identity);
    if (other !== undefined) throw new UsageError(`--${name} ${path} would overwrite ${other}. Give it another name.`);
    taken.set(identity, path === '-' ? 'the other output on standard output' : `the output of --${name}`);
  }
}

async function checkFolder(option: string, path: string): Promise<void> {
  if (path === '-') throw new UsageError(`--${option} is a folder, and cannot be standard output.`);
  const stats = await stat(path).catch(() => undefined);
  if (stats && !stats.isDirectory()) throw new UsageError(`--${option} ${path} is a file: give a folder.`);
}

const READ: ReadonlySet<Names | undefined> = new Set(['data', 'model', 'configuration']);

/** The files that a command line reads, as it names them. */
function inputsOf(operands: readonly string[], options: Options, command: Command): string[] {
  const named = optionsOfCommand(command).filter((name) => READ.has(optionOf(command, name).names));
  return [
    ...operands.filter((_, i) => READ.has(operandAt(command, i)?.names)),
    ...named.map((name) => options[name]),
  ].filter((path) => typeof path === 'string');
}

/** The paths of existing files by their identities, including the files of a folder or a pattern. */
export async function identities(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const named of paths)
    for (const { path } of await filesNamed(named)) {
      const identity = await identityOf(path, true);
      if (identity !== undefined) found.set(identity, path);
    }
  return found;
}

/** Device and inode of a regular file, or the place where one would be made; undefined for anything else. */
export async function identityOf(path: string, existing: boolean): Promise<string | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (stats) return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
  if (existing) return undefined;
  const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)));
  return join(folder, basename(path));
}
