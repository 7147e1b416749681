import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { DEFAULT_METHOD } from '../../choices/choices';
import type { Names, OptionSpec } from '../../choices/optionSpec';
import type { ParameterSchema } from '../../engine/contract/method';
import { joinNames, splitNames } from '../../engine/words/splitNames';
import { DATA_SETTINGS, readOptionsOfLine } from '../arguments';
import type { Commands } from '../commands/command';
import { CLUSTER_STEPS } from '../options/clusterEngines';
import { isStandardInput } from '../standardStreams';
import type { Before } from './place';
import { SHELLS } from './shells';

/** A complete word or value. */
export interface CompletionWord {
  readonly value: string;
  readonly sentence?: string;
  /** True if it continues: no blank follows it. */
  readonly open?: true;
}

export interface Offered {
  readonly candidates: readonly CompletionWord[];
  /** The kind of names that the shell itself completes. */
  readonly paths?: 'files' | 'folders';
}

interface Asked extends Before {
  readonly commands: Commands;
}

type Source = (text: string, asked: Asked) => Promise<Offered> | Offered;

/** The possible values for an option or an operand that begin with `text`. */
export async function offered(
  { names, choices = [], suggests = [], holds, bare }: Partial<OptionSpec>,
  text: string,
  asked: Asked,
): Promise<Offered> {
  const spelled = choices.map((value) => ({ value }));
  const suggested = suggests.map((value) => (/[:=]$/.test(value) ? { value, open: true as const } : { value }));
  const own = [...(bare === undefined ? [] : [{ value: bare }]), ...spelled];
  if (names === undefined) return { candidates: [...own, ...suggested] };
  if (holds === 'list') return listed(text, asked, names);
  if (holds === 'pair' && names === 'column') return paired(text, asked, suggests);
  const { candidates, paths } = await SOURCES[names](text, asked);
  return { candidates: [...own, ...suggested, ...candidates], ...(paths && { paths }) };
}

/** The next name of a list; names already in it are left out. */
async function listed(text: string, asked: Asked, names: Names): Promise<Offered> {
  const begun = toLastComma(text);
  const given = splitNames(begun);
  const { candidates } = await SOURCES[names](text, asked);
  const further = candidates.filter(({ value }) => !given.includes(value));
  return { candidates: further.map(({ value }) => ({ value: `${begun}${joinNames([value])}`, open: true })) };
}

/** The text up to its last comma outside quotes. */
function toLastComma(text: string): string {
  let quoted = false;
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') quoted = !quoted;
    else if (text[i] === ',' && !quoted) end = i + 1;
  }
  return text.slice(0, end);
}

/** A name from the file, an equals sign and one of the values. */
async function paired(text: string, asked: Asked, values: readonly string[]): Promise<Offered> {
  const { candidates } = await SOURCES.column(text, asked);
  const chosen = candidates.find(({ value }) => text.startsWith(`${value}=`));
  if (chosen) return { candidates: values.map((value) => ({ value: `${chosen.value}=${value}` })) };
  return { candidates: candidates.map(({ value }) => ({ value: `${value}=`, open: true })) };
}

const FILES: Offered = { candidates: [], paths: 'files' };

const SOURCES: Readonly<Record<Names, Source>> = {
  data: () => FILES,
  model: () => FILES,
  configuration: () => FILES,
  file: () => FILES,
  folder: () => ({ candidates: [], paths: 'folders' }),
  step: () => ({ candidates: Object.entries(CLUSTER_STEPS).map(([value, sentence]) => ({ value, sentence })) }),
  shell: () => ({ candidates: Object.keys(SHELLS).map((value) => ({ value })) }),
  command: (_, { commands }) => ({
    candidates: Object.entries(commands).map(([value, { summary }]) => ({ value, sentence: summary })),
  }),
  async method() {
    const { methods } = await import('../../engine/methods/registry');
    return {
      candidates: methods.map(({ id, title, purpose }) => ({ value: id, sentence: `${title}, for ${purpose}` })),
    };
  },
  async setting(text, { options: { method = DEFAULT_METHOD } }) {
    const { methods } = await import('../../engine/methods/registry');
    const { parameters = [] } = methods.find(({ id }) => id === method) ?? {};
    const settings = [...parameters.filter(({ name }) => name !== 'seed'), ...DATA_SETTINGS];
    return pairsOf(
      text,
      settings.map((setting) => ({ name: setting.name, title: setting.title, values: valuesOf(setting) })),
    );
  },
  async reproduction() {
    const specs = await reproductions();
    return { candidates: specs.map(({ id, title }) => ({ value: id, sentence: title })) };
  },
  async choice(text, { operands: [id] }) {
    const specs = await reproductions();
    const { options = [] } = specs.find((spec) => spec.id === id) ?? {};
    return pairsOf(
      text,
      options.map(({ name, title, choices }) => ({ name, title, values: choices.map(({ value }) => value) })),
    );
  },
  column: async (_, asked) => ({ candidates: (await columnsOf(asked)).map((value) => ({ value })) }),
};

interface Named {
  readonly name: string;
  readonly title: string;
  readonly values: readonly string[];
}

/** NAME= for each name, and its values once that is typed. */
function pairsOf(text: string, all: readonly Named[]): Offered {
  const chosen = all.find(({ name }) => text.startsWith(`${name}=`));
  if (chosen) return { candidates: chosen.values.map((value) => ({ value: `${chosen.name}=${value}` })) };
  return { candidates: all.map(({ name, title }) => ({ value: `${name}=`, sentence: title, open: true })) };
}

function valuesOf({ type, choices, suggestions, default: usual }: ParameterSchema): readonly string[] {
  if (type === 'boolean') return ['true', 'false'];
  const values = choices ?? suggestions ?? [];
  return values.length === 0 && usual !== undefined ? [String(usual)] : values;
}

async function reproductions() {
  const { reproductionSpecs } = await import('../../reproduce/run');
  return reproductionSpecs();
}

/**
 * The columns of the data file on the line, read with the line's options; empty for inputs that can be read only once.
 */
async function columnsOf({ command, operands, options }: Asked): Promise<readonly string[]> {
  const file = operands[command.operands.findIndex(({ names }) => names === 'data')];
  if (file === undefined || isStandardInput(file)) return [];
  const path = resolve(file.replace(/^~(?=[\\/])/, homedir()));
  try {
    const { firstNames } = await import('../../engine/data/firstNames');
    return await firstNames({ kind: 'path', path }, readOptionsOfLine(options));
  } catch {
    // Errors in a file or an option are reported only when the command is run.
    return [];
  }
}
