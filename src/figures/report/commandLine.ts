import type { DesignOptions, HoldoutRule, ReadOptions, SplitRule } from '../../engine/contract/data';
import type { AnyRun, FitRequest } from '../../engine/contract/run';
import { joinNames } from '../../engine/words/nameList';

/** One word of a command line, or several that belong together. */
type Words = readonly string[];

/** `kernelscope fit …` for a POSIX shell: it repeats the run's fit on the same file. */
export function fitCommandLine({ file, request }: Pick<AnyRun, 'file' | 'request'>): string {
  return ['kernelscope', 'fit', fileArgument(file.path || file.name), ...fitOptions(request)].map(shellWord).join(' ');
}

/** `kernelscope inspect …`: the file read in the same way. */
export function inspectCommandLine({ file, request }: Pick<AnyRun, 'file' | 'request'>): string {
  const reading = Object.values(READING).flatMap((say) => say(request.read));
  return ['kernelscope', 'inspect', fileArgument(file.path || file.name), ...reading].map(shellWord).join(' ');
}

/** The same in lines of about `width` characters, each but the last ending in a backslash. */
export function wrappedCommandLine(run: Pick<AnyRun, 'file' | 'request'>, width = 78): string {
  const { file, request } = run;
  const words = [fileArgument(file.path || file.name), ...fitOptions(request)].map(shellWord);
  const lines = ['kernelscope fit'];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last.length + word.length + 1 > width && last.trim() !== '') lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join(' \\\n');
}

/** The options that make this request, each with its value attached, so that no value can be taken for an option. */
function fitOptions({ read, design, method, parameters }: FitRequest): Words {
  const { seed: _, ...others } = parameters;
  const words = Object.values(DESIGN).flatMap((say) => say(design));
  return [
    ...words,
    ...(method === 'krr' ? [] : [`--method=${method}`]),
    ...Object.entries(others).map(([name, value]) => `--set=${name}=${value}`),
    ...Object.values(READING).flatMap((say) => say(read)),
  ];
}

/** A path that begins with a dash, or is a dash, would be an option or standard input. */
const fileArgument = (path: string): string => (path.startsWith('-') ? `./${path}` : path);

const option = (name: string, value: string | undefined): Words => (value === undefined ? [] : [`--${name}=${value}`]);

/** Every choice of the design in the words of the command line; what is as the command line has it anyway says nothing. */
const DESIGN: { readonly [K in keyof Required<DesignOptions>]: (design: DesignOptions) => Words } = {
  target: ({ target }) => (target === '' ? [] : option('target', target)),
  moreTargets: ({ moreTargets = [] }) => moreTargets.flatMap((name) => option('target', name)),
  task: ({ task }) => option('task', task),
  weights: ({ weights }) => option('weights', weights),
  features: ({ features }) => (features ? option('features', joinNames(features)) : []),
  missing: ({ missing }) => (missing === 'impute' ? [] : option('set', `missing=${missing}`)),
  standardise: ({ standardise }) => (standardise ? [] : option('set', 'standardise=false')),
  maxLevels: ({ maxLevels }) => (maxLevels === undefined ? [] : option('set', `maxLevels=${maxLevels}`)),
  maxRows: ({ maxRows }) => (maxRows === undefined ? [] : option('set', `maxRows=${maxRows}`)),
  holdout: ({ holdout }) => option('holdout', holdoutWord(holdout)),
  where: ({ where }) => option('where', where),
  without: ({ without }) => option('without', without),
  splitBy: ({ splitBy }) => (splitBy ? splitWords(splitBy) : []),
  seed: ({ seed }) => (seed === 0 ? [] : option('seed', String(seed))),
};

function holdoutWord(holdout: HoldoutRule): string | undefined {
  switch (holdout.kind) {
    case 'fraction':
      return holdout.fraction === 0.2 ? undefined : String(holdout.fraction);
    case 'last':
      return holdout.by === undefined ? `last:${holdout.fraction}` : `time:${holdout.by}:${decimal(holdout.fraction)}`;
    case 'file': {
      const path = holdout.source.kind === 'path' ? holdout.source.path : holdout.source.name;
      // A share, "last" and "time:…" are names of files only with their folder.
      return /[\\/]/.test(path) ? path : `./${path}`;
    }
  }
}

/** After a column's name the share is one only with a point. */
const decimal = (share: number): string => (share === 0 ? '0.0' : String(share));

function splitWords(rule: SplitRule): Words {
  if (rule.kind === 'blocks') return option('blocks', rule.by ?? 'rows');
  return option(rule.kind === 'group' ? 'group' : 'fold-column', rule.column);
}

const NAMED: Readonly<Record<string, string>> = { '': 'none', '\t': 'tab' };

/** The same for how the file is read. */
const READING: { readonly [K in keyof Required<ReadOptions>]: (read: ReadOptions) => Words } = {
  delimiter: ({ delimiter }) =>
    option('delimiter', delimiter === ' ' ? 'blanks' : delimiter && (NAMED[delimiter] ?? delimiter)),
  header: ({ header }) => option('header', header === undefined ? undefined : header ? 'yes' : 'no'),
  names: ({ names }) => option('names', names && joinNames(names)),
  encoding: ({ encoding }) => option('encoding', encoding),
  decimal: ({ decimal: sign }) => option('decimal', sign),
  thousands: ({ thousands: sign }) =>
    option('thousands', sign === ' ' ? 'blank' : sign === undefined ? sign : (NAMED[sign] ?? sign)),
  quote: ({ quote }) => option('quote', quote === undefined ? quote : (NAMED[quote] ?? quote)),
  missing: ({ missing }) => option('missing-tokens', missing && joinNames(missing)),
  kinds: ({ kinds = {} }) => Object.entries(kinds).flatMap(([name, kind]) => option('kind', `${name}=${kind}`)),
  acceptExpansion: ({ acceptExpansion }) => (acceptExpansion ? ['--accept-expansion'] : []),
};

/**
 * A word that a POSIX shell hands on as it is: nothing is expanded between single quotes, and none can stand there. Control characters, which a
 * terminal would act on where the line is pasted, are spelled.
 */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  // A newline is harmless between quotes, and a substitution would lose it.
  const parts = word.split(/((?!\n)\p{Cc})/u);
  return parts.map((part, i) => (i % 2 === 1 ? spelled(part) : quoted(part, parts.length))).join('');
}

const quoted = (text: string, parts: number): string =>
  text === '' && parts > 1 ? '' : `'${text.replaceAll("'", "'\\''")}'`;

const spelled = (character: string): string => {
  // The bytes of UTF-8, of which a control character has one or two.
  const code = character.charCodeAt(0);
  const bytes = code < 0x80 ? [code] : [0xc0 | (code >> 6), 0x80 | (code & 0x3f)];
  return `"$(printf '${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}')"`;
};
