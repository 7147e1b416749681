import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { LibraryAt } from '../../contract/host';
import { isGuarded } from './guarded';

/** A library that may hold BLAS and LAPACK. Its functions are spelled prefix + "dpotrf_" + suffix. */
export type NativeLibrary = LibraryAt;

/** What the search looks at of the machine; tests hand in their own. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Names in a folder, none where there is no such folder. */
  readonly list: (folder: string) => readonly string[];
  readonly exists: (file: string) => boolean;
  /** Text of a file, empty where there is none. */
  readonly read: (file: string) => string;
  /** Whether nobody else can change the file. */
  readonly guarded: (file: string) => boolean;
}

export const thisMachine: Surroundings = {
  platform: process.platform,
  environment: process.env,
  list(folder) {
    try {
      return readdirSync(folder).sort();
    } catch {
      return [];
    }
  },
  exists: existsSync,
  read(file) {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  },
  guarded: (file) => isGuarded(file),
};

const ACCELERATE = '/System/Library/Frameworks/Accelerate.framework/Accelerate';

/** Plain libblas and liblapack are not among them: the reference code is slower than the embedded core. */
const NAMES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['libmkl_rt.so.2', 'libmkl_rt.so', 'libopenblas.so.0', 'libopenblasp.so.0', 'libflexiblas.so.3'],
  win32: ['mkl_rt.2.dll', 'libopenblas.dll', 'openblas.dll'],
  darwin: ['libopenblas.dylib', 'libmkl_rt.2.dylib'],
};

/**
 * Where BLAS with LAPACK may be on this machine, the likeliest first: the system's, then the copies of OpenBLAS that numpy and
 * scipy bring along. Looks at folders only; nothing is loaded and no program is run. Each is an absolute path of a file that nobody else
 * can change: a bare name would let the loader search folders of its own, the working folder among them.
 */
export function candidates(around: Surroundings = thisMachine): readonly NativeLibrary[] {
  const plain = (file: string): NativeLibrary => ({ file, prefix: '', suffix: '', wide: false });
  const names = NAMES[around.platform] ?? [];
  const files = libraryFolders(around)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter((file) => around.exists(file) && around.guarded(file));
  const libraries = [
    // Accelerate's LAPACK 3.9 and later stands under names of its own; the plain ones are version 3.2.
    ...(around.platform === 'darwin' ? [{ ...plain(ACCELERATE), suffix: '$NEWLAPACK' }] : []),
    ...files.map(plain),
    ...sitePackages(around).flatMap((folder) => bundled(folder, around)),
  ];
  return [...new Map(libraries.map((candidate) => [candidate.file, candidate])).values()];
}

/** Folders of shared libraries; Debian keeps each build of OpenBLAS in its own, /usr/lib/x86_64-linux-gnu/openblas-pthread. */
function libraryFolders(around: Surroundings): string[] {
  const { platform, environment, list } = around;
  const mkl = environment.MKLROOT ? [join(environment.MKLROOT, 'lib')] : [];
  if (platform === 'darwin') return [...mkl, '/opt/homebrew/opt/openblas/lib', '/usr/local/opt/openblas/lib'];
  if (platform === 'win32') return [...mkl, ...onPath(environment, platform)];
  const roots = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];
  const triplets = list('/usr/lib')
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join('/usr/lib', name));
  const builds = triplets.flatMap((folder) =>
    list(folder)
      .filter((name) => name.startsWith('openblas-'))
      .map((name) => join(folder, name)),
  );
  const given = (environment.LD_LIBRARY_PATH ?? '').split(':').filter(isAbsolute);
  const known = ['/opt/intel/oneapi/mkl/latest/lib', ...triplets, ...builds, ...roots];
  return unique([...given, ...mkl, ...known, ...loaderFolders(around)]);
}

/** The folders that the system's loader is set up to search, by /etc/ld.so.conf and what that includes. */
function loaderFolders({ list, read }: Surroundings): string[] {
  const included = list('/etc/ld.so.conf.d').filter((name) => name.endsWith('.conf'));
  return ['/etc/ld.so.conf', ...included.map((name) => join('/etc/ld.so.conf.d', name))]
    .flatMap((file) => read(file).split('\n'))
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(isAbsolute);
}

/** Folders of the PATH; a relative one would depend on where the editor was started, and is passed over. */
const onPath = (environment: Surroundings['environment'], platform: NodeJS.Platform): string[] =>
  (environment.PATH ?? '').split(platform === 'win32' ? ';' : ':').filter((folder) => isAbsolute(folder));

/** The site-packages of every python whose folder is on the PATH, of an active environment and of the usual places. */
function sitePackages({ platform, environment, list }: Surroundings): string[] {
  const programs = onPath(environment, platform);
  const active = [environment.VIRTUAL_ENV, environment.CONDA_PREFIX].filter((folder) => folder !== undefined);
  if (platform === 'win32') {
    const roots = [...active, ...programs.flatMap((folder) => [folder, dirname(folder)])];
    return unique(roots.map((root) => join(root, 'Lib', 'site-packages')));
  }
  const pyenv = environment.PYENV_ROOT ?? (environment.HOME && join(environment.HOME, '.pyenv'));
  const versions = pyenv ? list(join(pyenv, 'versions')).map((version) => join(pyenv, 'versions', version)) : [];
  const roots = unique([...active, ...programs.map((folder) => dirname(folder)), ...versions, '/usr', '/usr/local']);
  return roots.flatMap((root) =>
    list(join(root, 'lib'))
      .filter((name) => /^python3/.test(name))
      .flatMap((name) => ['site-packages', 'dist-packages'].map((folder) => join(root, 'lib', name, folder))),
  );
}

/** Wheels carry libscipy_openblas-<hash> (32-bit integers) and libscipy_openblas64_-<hash>, every name prefixed "scipy_". */
function bundled(folder: string, { list, guarded }: Surroundings): NativeLibrary[] {
  const places = ['scipy.libs', 'numpy.libs', join('scipy', '.dylibs'), join('numpy', '.dylibs')];
  return places.flatMap((place) =>
    list(join(folder, place))
      .filter((name) => /^libscipy_openblas.*\.(so|dll|dylib)$/.test(name))
      .filter((name) => guarded(join(folder, place, name)))
      .map((name) => {
        const wide = name.startsWith('libscipy_openblas64_');
        return { file: join(folder, place, name), prefix: 'scipy_', suffix: wide ? '64_' : '', wide };
      }),
  );
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
