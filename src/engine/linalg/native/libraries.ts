import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { NativeLibrary } from '../linalg';
import { isGuarded, realOf } from './guarded';

/** The parts of the machine that the search looks at; tests pass their own. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The names in a folder; none if there is no such folder. */
  readonly list: (folder: string) => readonly string[];
  readonly exists: (file: string) => boolean;
  /** The text of a file; empty if there is none. */
  readonly read: (file: string) => string;
  /** True if nobody else can change the file. */
  readonly guarded: (file: string) => boolean;
  /** The path that links lead to; the path itself if nothing is there. */
  readonly real: (path: string) => string;
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
  real: (path) => realOf(path) ?? path,
};

const ACCELERATE = '/System/Library/Frameworks/Accelerate.framework/Accelerate';

/** Plain libblas and liblapack are not among them: the reference code is slower than the embedded core. */
const NAMES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    'libmkl_rt.so.3',
    'libmkl_rt.so.2',
    'libmkl_rt.so',
    'libopenblas.so.0',
    'libopenblasp.so.0',
    'libflexiblas.so.3',
  ],
  win32: ['mkl_rt.3.dll', 'mkl_rt.2.dll', 'libopenblas.dll', 'openblas.dll'],
  darwin: ['libopenblas.dylib', 'libmkl_rt.2.dylib'],
};

/**
 * The libraries that may hold BLAS with LAPACK on this machine, the likeliest first: the system's, those in python
 * environments, then the copies of OpenBLAS that numpy and scipy bring along. Looks only at folders; nothing is loaded
 * and no program is run. Each is an absolute path of a file that nobody else can change: for a bare name the loader
 * would search its usual folders, the working folder among them. `outside`: folders, such as an editor's workspace,
 * whose files are never taken. `bundles`: the folder of this program, which may bring OpenBLAS along.
 */
export function candidates(
  around: Surroundings = thisMachine,
  outside: readonly string[] = [],
  bundles?: string,
): readonly NativeLibrary[] {
  const plain = (file: string): NativeLibrary => ({ file, prefix: '', suffix: '', wide: false });
  const names = NAMES[around.platform] ?? [];
  const pythons = pythonFolders(around);
  const files = [...libraryFolders(around), ...pythons.map((root) => binaryFolder(root, around))]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter((file) => around.exists(file) && around.guarded(file));
  const found = [
    // Accelerate's LAPACK 3.9 and later has names of its own; the plain ones are version 3.2.
    ...(around.platform === 'darwin' ? [{ ...plain(ACCELERATE), suffix: '$NEWLAPACK' }] : []),
    ...files.map(plain),
    ...sitePackages(pythons, around).flatMap((folder) => bundled(folder, around)),
  ].filter(
    ({ file }) => !outside.some((folder) => [file, around.real(file)].some((path) => lies(path, folder, around))),
  );
  // Whoever can change a file beside the bundles can change the bundles too, so it is trusted like them.
  const ours = bundles === undefined ? [] : bundled(bundles, { ...around, guarded: () => true });
  const libraries = [...found, ...ours];
  // A library may have several names: the first of them counts.
  const paths = libraries.map(({ file }) => around.real(file));
  return libraries.filter((_, i) => paths.indexOf(paths[i]) === i);
}

/** True if a path is a folder or lies in or below it. */
function lies(path: string, folder: string, { real }: Surroundings): boolean {
  return [folder, real(folder)].some((from) => {
    const way = relative(from, path);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  });
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

/** The folders that the system's loader is set up to search, by /etc/ld.so.conf and the files it includes. */
function loaderFolders({ list, read }: Surroundings): string[] {
  const included = list('/etc/ld.so.conf.d').filter((name) => name.endsWith('.conf'));
  return ['/etc/ld.so.conf', ...included.map((name) => join('/etc/ld.so.conf.d', name))]
    .flatMap((file) => read(file).split('\n'))
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(isAbsolute);
}

/** The folders of the PATH; relative ones would depend on where the editor was started, and are skipped. */
const onPath = (environment: Surroundings['environment'], platform: NodeJS.Platform): string[] =>
  (environment.PATH ?? '').split(platform === 'win32' ? ';' : ':').filter((folder) => isAbsolute(folder));

/** Folders of python environments: the active ones, those whose programs are on the PATH, pyenv's, and the usual places. */
function pythonFolders({ platform, environment, list }: Surroundings): string[] {
  const programs = onPath(environment, platform);
  const active = [environment.VIRTUAL_ENV, environment.CONDA_PREFIX].filter((folder) => folder !== undefined);
  const given = active.filter((folder) => isAbsolute(folder));
  if (platform === 'win32') return unique([...given, ...programs.flatMap((folder) => [folder, dirname(folder)])]);
  const pyenv = environment.PYENV_ROOT ?? (environment.HOME && join(environment.HOME, '.pyenv'));
  const versions = pyenv ? list(join(pyenv, 'versions')).map((version) => join(pyenv, 'versions', version)) : [];
  return unique([...given, ...programs.map((folder) => dirname(folder)), ...versions, '/usr', '/usr/local']);
}

/**
 * The folder in which pip and conda put the shared libraries of an environment; those of /usr are in the system's own
 * folders.
 */
const binaryFolder = (root: string, { platform }: Surroundings): string =>
  platform === 'win32' ? join(root, 'Library', 'bin') : join(root, 'lib');

function sitePackages(roots: readonly string[], { platform, list }: Surroundings): string[] {
  if (platform === 'win32') return roots.map((root) => join(root, 'Lib', 'site-packages'));
  return roots.flatMap((root) =>
    list(join(root, 'lib'))
      .filter((name) => /^python3/.test(name))
      .flatMap((name) => ['site-packages', 'dist-packages'].map((folder) => join(root, 'lib', name, folder))),
  );
}

/** Wheels, and packages of Kernelscope, carry libscipy_openblas-<hash> (32-bit integers) and libscipy_openblas64_-<hash>, every name prefixed "scipy_". */
function bundled(folder: string, { list, guarded }: Surroundings): NativeLibrary[] {
  const places = ['scipy.libs', 'numpy.libs', join('scipy', '.dylibs'), join('numpy', '.dylibs'), 'kernelscope.libs'];
  return places.flatMap((place) =>
    list(join(folder, place))
      .filter((name) => /^libscipy_openblas.*\.(so|dll|dylib)$/.test(name))
      .filter((name) => guarded(join(folder, place, name)))
      .map((name) => {
        const wide = name.startsWith('libscipy_openblas64_');
        const origin = place.split(/[./\\]/, 1)[0];
        return { file: join(folder, place, name), prefix: 'scipy_', suffix: wide ? '64_' : '', wide, origin };
      }),
  );
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
