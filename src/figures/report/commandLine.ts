import { CLUSTER_ENGINES, type ClusterPlace } from '../../engine/contract/cluster';
import type { DesignOptions, HoldoutRule, ReadOptions, SplitRule } from '../../engine/contract/data';
import { LEAST_ROWS } from '../../engine/contract/host';
import type { AnyRun, FitRequest } from '../../engine/contract/run';
import { joinNames } from '../../engine/words/nameList';
import { type Shell, type ShellLine, shellLine, shellWord } from '../../engine/words/shellWord';
import { backEndOf } from '../words/backEnd';

/** One word of a command line, or several that belong together. */
type Words = readonly string[];

type Read = Pick<AnyRun, 'file' | 'request'>;
/** A file that was read, or a fit of it. */
type Fitted = Read & Partial<Pick<AnyRun, 'backend' | 'data'>>;

/** `kernelscope fit …`: it repeats the run's fit on the same file. */
export const fitCommandLine = (run: Fitted, shell: Shell = 'posix'): ShellLine => shellLine(fitWords(run), shell);

/** `kernelscope inspect …`: the file read in the same way. */
export function inspectCommandLine({ file, request }: Read, shell: Shell = 'posix'): ShellLine {
  const reading = Object.values(READING).flatMap((say) => say(request.read));
  return shellLine(['kernelscope', 'inspect', fileArgument(file.path || file.name), ...reading], shell);
}

/** The fit for a POSIX shell in lines of about `width` characters, each but the last ending in a backslash. */
export function wrappedCommandLine(run: Fitted, width = 78): string {
  const [program, command, ...words] = fitWords(run).map((word) => shellWord(word, 'posix'));
  const lines = [`${program} ${command}`];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last.length + word.length + 1 > width && last.trim() !== '') lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join(' \\\n');
}

const fitWords = ({ file, request, backend, data }: Fitted): Words => [
  'kernelscope',
  'fit',
  fileArgument(file.path || file.name),
  ...fitOptions(request),
  ...(backend && data ? coreWords(backEndOf(backend), data.train) : []),
];

/** Two cores differ by rounding: the one that computed is named where another might be taken. */
const coreWords = (backEnd: 'embedded' | 'native', rows: number): Words =>
  backEnd === 'native' || rows >= LEAST_ROWS ? [`--linear-algebra=${backEnd}`] : [];

/** The options that make this request, each with its value attached, so that no value can be taken for an option. */
function fitOptions({ read, design, method, parameters, streamed, onCluster }: FitRequest): Words {
  const { seed: _, ...others } = parameters;
  const words = Object.values(DESIGN).flatMap((say) => say(design));
  return [
    ...words,
    ...(method === 'krr' ? [] : [`--method=${method}`]),
    ...Object.entries(others).map(([name, value]) => `--set=${name}=${value}`),
    ...Object.values(READING).flatMap((say) => say(read)),
    ...(streamed ? ['--streamed'] : []),
    ...(onCluster ? clusterWords(onCluster) : []),
  ];
}

const clusterWords = ({ engine, address, skipFailed, partSize }: ClusterPlace): Words => [
  `--on=${engine}`,
  ...option(CLUSTER_ENGINES[engine].address, address),
  ...(skipFailed ? ['--skip-failed-parts'] : []),
  ...option('part-size', partSize?.toString()),
];

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
      return holdout.byDefault ? undefined : String(holdout.fraction);
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
