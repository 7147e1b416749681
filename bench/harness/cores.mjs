// `--linear-algebra embedded|native` of the benchmarks that can compute by a library: both without it.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PEER_PYTHON } from '../../scripts/prerequisites.mjs';
import { Child } from '../linalg/child.mjs';
import { refuse } from './fits.mjs';
import { peerEnvironment } from './sideBySide.mjs';

const CORES = ['embedded', 'native'];

/** The cores to measure by: the one that the option names; without it both, where `program`, our side, finds a library. */
export async function coresOf(asked, program) {
  if (CORES.includes(asked)) return [asked];
  if (asked !== undefined) refuse(`--linear-algebra takes embedded or native; it is ${asked}`);
  const child = new Child(process.execPath, [program], ourEnvironment('native'));
  try {
    const { library } = await child.ask({ operation: 'start', threads: 1, ...bridgeOf('native') });
    return library === undefined ? ['embedded'] : CORES;
  } finally {
    child.close();
  }
}

/** The option of `openCore`: the folder of the bundles with the bridge to libraries, if one is to compute. */
export const bridgeOf = (core) =>
  core === 'native' ? { bundles: fileURLToPath(new URL('../../dist', import.meta.url)) } : {};

/** A library on our side gets the environment of the peers', and is looked for among theirs too. */
export const ourEnvironment = (core) =>
  core === 'native' ? { ...peerEnvironment(), VIRTUAL_ENV: join(dirname(PEER_PYTHON), '..') } : process.env;

/** The row says which library computed on our side; without one it is the embedded core. */
export const byCore = (row, library) => (library ? { ...row, name: `${row.name}, ours by ${library}` } : row);
