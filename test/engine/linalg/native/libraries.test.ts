import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { test } from 'node:test';
import { isGuarded } from '../../../../src/engine/linalg/native/guarded';
import { candidates, type Surroundings } from '../../../../src/engine/linalg/native/libraries';

/** A machine whose only files are these. */
function machine(
  platform: NodeJS.Platform,
  files: readonly string[],
  environment: Surroundings['environment'] = {},
): Surroundings {
  return {
    platform,
    environment,
    exists: (file) => files.includes(file),
    read: (file) => (file === '/etc/ld.so.conf.d/blas.conf' ? '# set by hand\n/opt/blas/lib\nrelative/lib\n' : ''),
    guarded: (file) => !file.startsWith('/shared/'),
    real: (path) => path.replace('/link/', '/to/'),
    list: (folder) => {
      const inside = files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1));
      return [...new Set(inside.map((rest) => rest.split('/')[0]))].sort();
    },
  };
}

const filesOf = (around: Surroundings) => candidates(around).map(({ file }) => file);

test("Debian's folders are searched, and those that the loader is set up to search", () => {
  const debian = '/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0';
  const configured = '/opt/blas/lib/libmkl_rt.so.2';
  assert.deepEqual(filesOf(machine('linux', [configured, debian, '/etc/ld.so.conf.d/blas.conf'])), [
    debian,
    configured,
  ]);
});

test('no candidate is a bare name, which the loader would look for in the working folder too', () => {
  for (const platform of ['linux', 'win32', 'darwin'] as const)
    for (const environment of [{}, { LD_LIBRARY_PATH: ':/opt/x', PATH: ';C:\\x' }])
      assert.ok(filesOf(machine(platform, [], environment)).every((file) => isAbsolute(file)));
});

test('a file that somebody else can change is no candidate', () => {
  const wheel = '/shared/py/lib/python3.12/site-packages/scipy.libs/libscipy_openblas-1.so';
  const around = machine('linux', ['/shared/lib/libopenblas.so.0', wheel], {
    LD_LIBRARY_PATH: '/shared/lib',
    PATH: '/shared/py/bin',
  });
  assert.deepEqual(filesOf(around), []);
});

test('guarded is what this person or root owns all the way up, and others cannot write', {
  skip: !process.getuid,
}, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kernelscope-')));
  const file = join(folder, 'lib.so');
  writeFileSync(file, '');
  const owned = { uid: 1000, gid: 1000, mode: 0o755 };
  const roots = { uid: 0, gid: 0, mode: 0o755 };
  const by = (of: Readonly<Record<string, object>>) => (path: string) => ({ ...roots, ...of[path] });
  assert.equal(isGuarded(file, 1000, by({ [file]: owned, [folder]: owned })), true);
  assert.equal(isGuarded(file, 1001, by({ [file]: owned })), false, 'of somebody else');
  assert.equal(isGuarded(file, 1000, by({ [folder]: { uid: 1001 } })), false, 'in a folder of somebody else');
  assert.equal(isGuarded(file, 1000, by({ [file]: { mode: 0o777 } })), false, 'for all to write');
  assert.equal(isGuarded(file, 1000, by({ [folder]: { mode: 0o777 } })), false, 'where all may write');
  assert.equal(isGuarded(file, 1000, by({ [folder]: { mode: 0o1777 } })), true, 'where each keeps his own');
  assert.equal(isGuarded(file, 1000, by({ [folder]: { mode: 0o775, gid: 1000 } })), false, 'where a group may write');
  assert.equal(isGuarded(file, 1000, by({ [folder]: { mode: 0o775, gid: 0 } })), true, "where root's group may write");
  assert.equal(isGuarded(join(folder, 'none.so'), 1000, by({})), false);
  rmSync(folder, { recursive: true });
});

test('reference BLAS and LAPACK are not candidates', () => {
  const here = machine('linux', ['/usr/lib/x86_64-linux-gnu/libblas.so.3', '/usr/lib/x86_64-linux-gnu/liblapack.so.3']);
  assert.ok(filesOf(here).every((file) => !/lib(blas|lapack)\./.test(file)));
});

test('the copies in wheels spell their names with a prefix, and the wide ones with a suffix', () => {
  const site = '/opt/python/lib/python3.12/site-packages';
  const here = machine(
    'linux',
    [`${site}/scipy.libs/libscipy_openblas-1a.so`, `${site}/numpy.libs/libscipy_openblas64_-2b.so`],
    { PATH: '/opt/python/bin' },
  );
  const wheels = candidates(here).filter(({ prefix }) => prefix !== '');
  assert.deepEqual(wheels, [
    { file: `${site}/scipy.libs/libscipy_openblas-1a.so`, prefix: 'scipy_', suffix: '', wide: false, origin: 'scipy' },
    {
      file: `${site}/numpy.libs/libscipy_openblas64_-2b.so`,
      prefix: 'scipy_',
      suffix: '64_',
      wide: true,
      origin: 'numpy',
    },
  ]);
});

test('an active environment comes before the system, and pyenv is found without its shims', () => {
  const venv = '/home/a/venv/lib/python3.12/site-packages/scipy.libs/libscipy_openblas-1.so';
  const pyenv = '/home/a/.pyenv/versions/3.11.7/lib/python3.11/site-packages/scipy.libs/libscipy_openblas-2.so';
  const here = machine('linux', [pyenv, venv], { VIRTUAL_ENV: '/home/a/venv', HOME: '/home/a', PATH: '/usr/bin' });
  assert.deepEqual(
    filesOf(here).filter((file) => file.includes('scipy')),
    [venv, pyenv],
  );
});

test('Accelerate comes first on macOS, by its new names', () => {
  const homebrew = '/opt/homebrew/opt/openblas/lib/libopenblas.dylib';
  const [first, second] = candidates(machine('darwin', [homebrew]));
  assert.match(first.file, /Accelerate$/);
  assert.equal(first.suffix, '$NEWLAPACK');
  assert.equal(second.file, homebrew);
});

test('a relative folder in the environment is never searched', () => {
  const here = machine('linux', ['./libopenblas.so.0', 'lib/libopenblas.so.0'], {
    LD_LIBRARY_PATH: '.:lib',
    PATH: '.',
  });
  assert.deepEqual(filesOf(here), []);
});

test('no candidate is named twice', () => {
  const files = filesOf(
    machine('linux', [], { PATH: '/usr/bin:/usr/bin:/usr/local/bin', LD_LIBRARY_PATH: '/usr/lib' }),
  );
  assert.equal(new Set(files).size, files.length);
});

test('MKL of pip and OpenBLAS of conda are in the lib of their environment', () => {
  const [mkl, conda] = ['/home/a/venv/lib/libmkl_rt.so.3', '/opt/conda/lib/libopenblas.so.0'];
  const environment = { VIRTUAL_ENV: '/home/a/venv', CONDA_PREFIX: '/opt/conda' };
  assert.deepEqual(filesOf(machine('linux', [conda, mkl], environment)), [mkl, conda]);
  assert.deepEqual(filesOf(machine('linux', [mkl], { VIRTUAL_ENV: 'venv' })), []);
});

test('a library beside the bundles is the last candidate, wherever these are', () => {
  for (const [platform, name] of [
    ['linux', 'libscipy_openblas.so'],
    ['win32', 'libscipy_openblas.dll'],
    ['darwin', 'libscipy_openblas.dylib'],
  ] as const) {
    const ours = `/shared/project/dist/kernelscope.libs/${name}`;
    const around = machine(platform, [ours, '/opt/lib/libopenblas.so.0'], { LD_LIBRARY_PATH: '/opt/lib' });
    const found = candidates(around, ['/shared/project'], '/shared/project/dist');
    assert.deepEqual(found.at(-1), { file: ours, prefix: 'scipy_', suffix: '', wide: false, origin: 'kernelscope' });
    assert.deepEqual(found.slice(0, -1), candidates(around));
    assert.deepEqual(candidates(around, [], '/shared/project'), candidates(around));
  }
});

test('a library of two names is one', () => {
  const [link, file] = ['/opt/link/lib/libopenblas.so.0', '/opt/to/lib/libopenblas.so.0'];
  const around = machine('linux', [link, file], { LD_LIBRARY_PATH: '/opt/link/lib:/opt/to/lib' });
  assert.deepEqual(filesOf(around), [link]);
});

test('files of the workspace are no candidates, by whatever way they are reached', () => {
  const wheel = '/home/ada/project/link/venv/lib/python3.12/site-packages/numpy.libs/libscipy_openblas64_-1.so';
  const beside = '/home/ada/project/tools/lib/libopenblas.so.0';
  const around = machine('linux', [wheel, beside], {
    VIRTUAL_ENV: '/home/ada/project/link/venv',
    LD_LIBRARY_PATH: '/home/ada/project/tools/lib',
  });
  const outside = (...folders: string[]) => candidates(around, folders).map(({ file }) => file);
  assert.deepEqual(outside(), [beside, wheel]);
  assert.deepEqual(outside('/home/ada/project/link'), [beside]);
  assert.deepEqual(outside('/home/ada/project/to'), [beside]);
  assert.deepEqual(outside('/home/ada/project/too'), [beside, wheel]);
  assert.deepEqual(outside('/elsewhere', '/home/ada/project'), []);
});
