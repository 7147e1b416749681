import { isAbsolute } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings that libraries read when they are loaded: how long their threads spin after a call, in which they would
 * take the processor from the embedded core's. OpenBLAS counts clock cycles, 2^20 or a third of a millisecond in place
 * of 2^28; MKL counts milliseconds, none in place of 200.
 */
export const LIBRARY_SETTINGS = { OPENBLAS_THREAD_TIMEOUT: '20', KMP_BLOCKTIME: '0' };

/** The variables that a search for libraries reads, and those that node and the libraries need of the system. */
const NEEDED = [
  'HOME',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'windir',
  'USERPROFILE',
  'NUMBER_OF_PROCESSORS',
  'MKLROOT',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'PYENV_ROOT',
  ...Object.keys(LIBRARY_SETTINGS),
];
/** Lists of folders: a relative or empty entry means the working folder, which a stranger may have filled. */
const SEARCHED = ['PATH', 'Path', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * The environment of a process that loads native libraries: nothing secret, nothing that makes a loader or node load more
 * (LD_PRELOAD, NODE_OPTIONS), and no way to the working folder.
 */
export function bareEnvironment(environment: Environment, separator = process.platform === 'win32' ? ';' : ':') {
  const bare: Record<string, string> = { ...LIBRARY_SETTINGS };
  for (const name of NEEDED) if (environment[name] !== undefined) bare[name] = environment[name];
  for (const name of SEARCHED) {
    const folders = environment[name]?.split(separator).filter((folder) => isAbsolute(folder));
    if (folders && folders.length > 0) bare[name] = folders.join(separator);
  }
  return bare;
}

/** The name of the list that would let this process's loader look into the working folder; undefined if none does. */
export function openSearchPath({ LD_LIBRARY_PATH: folders }: Environment): string | undefined {
  const isOpen = process.platform === 'linux' && folders?.split(':').some((folder) => !isAbsolute(folder));
  return isOpen && folders !== '' ? 'LD_LIBRARY_PATH' : undefined;
}
