import { runCommandLine } from '../../src/cli/commandLine';
import type { Terminal } from '../../src/cli/terminal';
import { holdsItsSchema } from '../jsonSchemas';

interface World extends Partial<Terminal> {
  /** Bytes that fits may plan on. */
  readonly memory?: number;
}

/** Runs a command line in a folder: its exit code and what it writes; JSON on standard output is held against its schema. */
export async function runIn(folder: string, argv: readonly string[], { memory = 4e9, ...terminal }: World = {}) {
  const said = { out: '', err: '', code: 0 };
  const append = (to: 'out' | 'err') => (text: string) => {
    said[to] += text;
  };
  const whole = { out: append('out'), err: append('err'), live: false, ...terminal };
  said.code = await runCommandLine(argv, whole, () => memory, folder);
  holdsItsSchema(said.out);
  return said;
}

/** The words of a command line as it is typed, divided at blanks; a value in it is one word, a list its words. */
export const typed = (texts: TemplateStringsArray, ...values: readonly (string | readonly string[])[]): string[] =>
  texts.flatMap((text, i) => [...text.split(/\s+/).filter((word) => word !== ''), ...[values[i] ?? []].flat()]);
