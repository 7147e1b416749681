import { DEFAULT_METHOD } from '../../choices/choices';
import { designWords } from '../../choices/design';
import { commandWords } from '../../choices/doors';
import { READ_CHOICES } from '../../choices/reading';
import { CLUSTER_ENGINES, type ClusterPlace } from '../../engine/contract/cluster';
import { LEAST_LIBRARY_ROWS } from '../../engine/contract/host';
import type { AnyRun, FitRequest } from '../../engine/contract/run';
import { type Shell, type ShellLine, shellLine, shellWord } from '../../engine/words/shellWord';
import { joinNames } from '../../engine/words/splitNames';
import { backEndOf } from '../words/runWords';

/** One word of a command line, or several that belong together. */
type Words = readonly string[];

type Read = Pick<AnyRun, 'file' | 'request'>;
/** A file that was read, or a fit of it. */
type Fitted = Read & Partial<Pick<AnyRun, 'backend' | 'data'>>;

/** `kernelscope fit …`: it repeats the run's fit on the same file. */
export const fitCommandLine = (run: Fitted, shell: Shell = 'posix'): ShellLine => shellLine(fitWords(run), shell);

/** `kernelscope inspect …`: the file read in the same way. */
export function inspectCommandLine({ file, request }: Read, shell: Shell = 'posix'): ShellLine {
  const words = [
    'kernelscope',
    'inspect',
    fileArgument(file.path || file.name),
    ...commandWords(READ_CHOICES, request.read),
  ];
  return shellLine(words, shell);
}

/** The options for a POSIX shell that make one request of another, before those that have to go. */
export function changedOptions(before: FitRequest, after: FitRequest): string {
  const [old, all] = [fitOptions(before), fitOptions(after)];
  const added = all.filter((word) => !old.includes(word));
  const flags = new Set(added.map(flagOf));
  const gone = old.filter((word) => !all.includes(word) && !flags.has(flagOf(word)));
  const said = (word: string) => shellWord(word, 'posix');
  return [...added.map(said), ...gone.map((word) => `without ${said(word)}`)].join(' ');
}

/** The name of the option in a word with its value attached. */
const flagOf = (word: string): string => word.slice(0, word.indexOf('='));

/** Characters of a line. */
const WIDTH = 78;

/** The fit for a POSIX shell in lines of about this many characters, each but the last ending in a backslash. */
export function wrappedCommandLine(run: Fitted): string {
  const [program, command, ...words] = fitWords(run).map((word) => shellWord(word, 'posix'));
  const lines = [`${program} ${command}`];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last.length + word.length + 1 > WIDTH && last.trim() !== '') lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join(' \\\n');
}

const fitWords = ({ file, request, backend, data }: Fitted): Words => [
  'kernelscope',
  'fit',
  fileArgument(file.path || file.name),
  ...fitOptions(request, data?.train),
  ...(backend && data ? coreWords(backEndOf(backend), data.train) : []),
];

/** Two cores differ by rounding: the one that computed is named where another might be taken. */
const coreWords = (backEnd: 'embedded' | 'native', rows: number): Words =>
  backEnd === 'native' || rows >= LEAST_LIBRARY_ROWS ? [`--linear-algebra=${backEnd}`] : [];

/** The options that make this request, each with its value attached, so that no value can be taken for an option. */
function fitOptions(
  { read, design, method, openMethod, parameters, streamed, onCluster }: FitRequest,
  rows = LEAST_LIBRARY_ROWS,
): Words {
  const { seed: _, ...others } = parameters;
  const { target, moreTargets = [], features } = design;
  return [
    ...[target, ...moreTargets].filter((name) => name !== '').map((name) => `--target=${name}`),
    ...option('features', features && joinNames(features)),
    ...designWords(design),
    ...methodWords(method, openMethod, rows),
    ...Object.entries(others).map(([name, value]) => `--set=${name}=${value}`),
    ...commandWords(READ_CHOICES, read),
    ...(streamed ? ['--streamed'] : []),
    ...(onCluster ? clusterWords(onCluster) : []),
  ];
}

/** Fewer rows are fitted exactly where no method is named. */
const methodWords = (method: string, open: true | undefined, rows: number): Words =>
  open || (method === DEFAULT_METHOD && rows < LEAST_LIBRARY_ROWS) ? [] : [`--method=${method}`];

const clusterWords = ({ engine, address, skipFailed, partSize }: ClusterPlace): Words => [
  `--on=${engine}`,
  ...option(CLUSTER_ENGINES[engine].address, address),
  ...(skipFailed ? ['--skip-failed-parts'] : []),
  ...option('part-size', partSize?.toString()),
];

/** A path that begins with a dash, or is a dash, would be an option or standard input. */
const fileArgument = (path: string): string => (path.startsWith('-') ? `./${path}` : path);

const option = (name: string, value: string | undefined): Words => (value === undefined ? [] : [`--${name}=${value}`]);
