import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    list: (folder) => {
      const inside = files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1));
      return [...new Set(inside.map((rest) => rest.split('/')[0]))].sort();
    },
  };
}

const filesOf = (around: Surroundings) => candidates(around).map(({ file }) => file);

test("Debian's folders are searched, and a name found there is not asked of the loader again", () => {
  const debian = '/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0';
  const found = filesOf(machine('linux', [debian]));
  assert.equal(found[0], debian);
  assert.ok(!found.includes('libopenblas.so.0'));
  assert.ok(found.includes('libmkl_rt.so.2'), 'what is in no usual folder may still be known to the loader');
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
    { file: `${site}/scipy.libs/libscipy_openblas-1a.so`, prefix: 'scipy_', suffix: '', wide: false },
    { file: `${site}/numpy.libs/libscipy_openblas64_-2b.so`, prefix: 'scipy_', suffix: '64_', wide: true },
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
  assert.ok(filesOf(here).every((file) => !file.includes('/')));
});

test('no candidate is named twice', () => {
  const files = filesOf(
    machine('linux', [], { PATH: '/usr/bin:/usr/bin:/usr/local/bin', LD_LIBRARY_PATH: '/usr/lib' }),
  );
  assert.equal(new Set(files).size, files.length);
});
