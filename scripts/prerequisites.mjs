// Finds what a fresh clone lacks, and gets it. Plain node: this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LEAST_NODE = 20;

/** True when node_modules holds what package-lock.json asks for; other systems' optional packages do not count. */
function packagesInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || there[path]?.version === version,
  );
}

/** Installs the packages of package-lock.json when they are not there. Throws with a sentence where it cannot. */
export function installPackages() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < LEAST_NODE)
    throw new Error(`This is node ${process.versions.node}; node ${LEAST_NODE} or newer is needed.`);
  if (packagesInstalled()) return;
  console.log('Installing packages…');
  npm(root, ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

export function build() {
  const { status } = spawnSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed.');
}

/**
 * Makes sure that there is a Chromium with a font to write with, by apt-get where that is possible. Returns undefined,
 * or a sentence that says why there is none. `find` looks for Chromium.
 */
export function ensureChromium(find) {
  const missing = [];
  if (!find()) missing.push('chromium');
  if (process.platform === 'linux' && !hasFont()) missing.push('fonts-dejavu-core');
  if (missing.length === 0) return undefined;
  const obstacle = installByApt(missing);
  if (find()) return undefined;
  const byHand = `install ${missing.join(' and ')}, or set CHROMIUM=/path/to/chrome`;
  return `there is no Chromium${obstacle ? `, and ${obstacle}` : ''}: ${byHand}`;
}

/**
 * Makes sure that there is an OpenBLAS for the tests of the native back end, on Debian and its kin; elsewhere they use what
 * the machine has, or are skipped.
 */
export function ensureOpenBlas() {
  if (process.platform !== 'linux' || !onPath('apt-get') || hasLibrary('libopenblas.so.0')) return;
  const obstacle = installByApt(['libopenblas0-pthread']);
  if (obstacle) console.log(`There is no OpenBLAS for the tests of the native back end: ${obstacle}.`);
}

/** Shells that copied and completed words are tried in, and what checks the man page, as the OpenBLAS above. */
export function ensureShells() {
  const missing = ['zsh', 'fish', 'mandoc'].filter((program) => !onPath(program));
  if (missing.length === 0 || process.platform !== 'linux' || !onPath('apt-get')) return;
  const obstacle = installByApt(missing);
  if (obstacle) console.log(`There is no ${missing.join(' and no ')} for the tests of the command line: ${obstacle}.`);
}

const windows = process.platform === 'win32';
/** The python of a virtual environment in out/. */
const pythonIn = (/** @type {string} */ folder) =>
  join(root, 'out', folder, windows ? 'Scripts/python.exe' : 'bin/python');
/**
 * The python of the tests of exports and of notebooks, with the packages that exported models predict by, and a kernel.
 */
export const PYTHON = pythonIn('python');
/** The python of the tests of clusters, with the engines. */
export const CLUSTER_PYTHON = pythonIn('cluster');
/** The python of the benchmarks' peers, in their newest versions. */
export const PEER_PYTHON = pythonIn('bench/python');

/** Makes the python for exports where there is none. Returns undefined, or why it cannot. */
export const ensurePython = () =>
  ensureVirtual('python', 'numpy, onnxruntime, sklearn, nbformat, pandas, polars, pyarrow, ipykernel', [
    'numpy>=1.26,<3',
    'onnxruntime>=1.20,<2',
    'scikit-learn>=1.5,<2',
    'nbformat>=5.10,<6',
    'pandas>=2.2,<4',
    'polars>=1.20,<2',
    'pyarrow>=17,<30',
    'ipykernel>=6.29,<8',
  ]);

const SPARK = 'pyspark==4.3.0';

/** Makes the python for the benchmarks' peers where there is none. Returns undefined, or why it cannot. */
export const ensurePeers = () =>
  ensureVirtual('bench/python', 'numpy, scipy, sklearn, pandas, lightgbm, catboost', [
    'numpy',
    'scipy',
    'scikit-learn',
    'pandas',
    'lightgbm',
    'catboost',
  ]);

/** Makes the python for clusters, with a Java for Spark, where there is none. Returns undefined, or why it cannot. */
export function ensureCluster() {
  if (process.platform !== 'linux') return 'the tests of clusters are for Linux';
  const noJava = onPath('java') ? undefined : installByApt(['default-jre-headless']);
  if (noJava) return `there is no Java, and ${noJava}`;
  // pyspark names this py4j.
  const packages = ['distributed==2026.8.0', 'py4j>=0.10.9.7,<0.10.9.10'];
  return ensureVirtual('cluster', 'pyspark, distributed', packages, unpackSpark);
}

/**
 * Puts the files of pyspark's source package where pip would put them: pip packs these 450 MB and unpacks them again, which takes half a minute more.
 * @param {string} python of a virtual environment
 */
function unpackSpark(python) {
  const folder = mkdtempSync(join(root, 'out/spark-'));
  try {
    spawnSync(python, [...PIP, 'download', '--no-deps', '--no-binary', ':all:', '--dest', folder, SPARK], SHOWN);
    spawnSync('tar', ['-xzf', ...readdirSync(folder), '--strip-components=1'], { ...SHOWN, cwd: folder });
    const home = join(sitePackages(python), 'pyspark');
    renameSync(join(folder, 'pyspark'), home);
    for (const name of ['bin', 'sbin', 'jars']) renameSync(join(folder, 'deps', name), join(home, name));
    renameSync(join(folder, 'lib'), join(home, 'python/lib'));
  } catch (error) {
    console.log(`${SPARK} could not be unpacked: ${error instanceof Error ? error.message : error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} python of a virtual environment */
export function sitePackages(python) {
  const lib = join(python, '../../lib');
  const version = existsSync(lib) && readdirSync(lib).find((name) => name.startsWith('python3'));
  return join(lib, version || 'python3', 'site-packages');
}

const PIP = ['-m', 'pip', '--quiet', '--disable-pip-version-check'];
/** @type {import('node:child_process').SpawnSyncOptions} */
const SHOWN = { stdio: 'inherit' };

/**
 * Makes a virtual environment with some packages where `imports` fail. Returns undefined, or why it cannot.
 * @param {string} folder
 * @param {string} imports
 * @param {string[]} packages
 * @param {(python: string) => void} [more] what pip does not install
 */
function ensureVirtual(folder, imports, packages, more = () => {}) {
  const python = pythonIn(folder);
  const works = () =>
    existsSync(python) && spawnSync(python, ['-c', `import ${imports}`], { stdio: 'ignore' }).status === 0;
  if (works()) return undefined;
  const words = ['-m', 'venv', '--clear', join(root, 'out', folder)];
  const make = () => spawnSync(windows ? 'python' : 'python3', words, { stdio: 'ignore' }).status === 0;
  const obstacle = make() ? undefined : installByApt(['python3', 'python3-venv']);
  if (obstacle || (!existsSync(python) && !make())) return obstacle ?? 'python3 makes no virtual environment here';
  console.log(`Installing ${imports} by pip…`);
  spawnSync(python, [...PIP, 'install', '--no-compile', ...packages], SHOWN);
  more(python);
  compileModules(python);
  return works() ? undefined : 'pip could not install them';
}

/**
 * Compiles the modules of the packages, but not the packages' own tests, on all cores: where PYTHONDONTWRITEBYTECODE is set, as many images of CI do,
 * each python would otherwise compile all that it imports again.
 * @param {string} python of a virtual environment
 */
function compileModules(python) {
  spawnSync(
    python,
    ['-m', 'compileall', '-q', '-j', '0', '-x', String.raw`[/\\]tests?[/\\]`, sitePackages(python)],
    SHOWN,
  );
}

/** True when the system's loader knows a library. */
function hasLibrary(name) {
  const { stdout } = spawnSync(onPath('ldconfig') ?? '/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return stdout?.includes(`${name} `) ?? false;
}

/** Installs Debian packages. Returns undefined, or why it could not. */
export function installByApt(packages) {
  if (process.platform !== 'linux' || !onPath('apt-get')) return 'there is no apt-get here';
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (sudo.length > 0 && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0)
    return 'apt-get needs a password here';
  console.log(`Installing ${packages.join(' and ')} by apt-get…`);
  let failed;
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    if (spawnSync(command, rest, { stdio: 'inherit' }).status === 0) continue;
    failed = `apt-get ${args[0]} failed`;
    console.log(`${failed}.`);
  }
  return failed;
}

function hasFont() {
  const listed = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' });
  if (listed.status === 0) return listed.stdout.trim() !== '';
  return existsSync('/usr/share/fonts/truetype');
}

/** The path of a program, looked for as a shell does; undefined when it is nowhere. */
export function onPath(program) {
  const names = windows ? [`${program}.cmd`, `${program}.exe`] : [program];
  for (const folder of (process.env.PATH ?? '').split(windows ? ';' : ':')) {
    for (const name of names) if (folder && existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}
