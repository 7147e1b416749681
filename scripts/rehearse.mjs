// Rehearses a release for `node scripts/release.mjs VERSION --dry-run`: in clones of this repository, from the commit
// and its tag to the packages that each registry would get, installed as its users install them. Nothing leaves this
// machine but what `npm ci` asks for: the registries are one on loopback.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plainEnvironment } from './npm.mjs';
import { root } from './prerequisites.mjs';

/** Tools that pack and that open windows are not published: they are taken from here, where they are installed. */
const TOOLS = ['packaging', 'test/host/newest', 'test/node22', 'test/node24'];

/**
 * Throws at the first step that fails. Without `window` the extension is not installed in an editor.
 * @param {{ step: string, tag: string, window: boolean }} release
 */
export async function rehearse({ step, tag, window }) {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-release-'));
  const registry = await registryOnLoopback();
  try {
    const clone = join(folder, 'clone');
    const source = isTagged(tag) ? root : await taggedClone(join(folder, 'tagged'), step);
    await run('a clean clone of the tag', folder, 'git', [
      'clone',
      '--quiet',
      '--depth',
      '1',
      '--branch',
      tag,
      pathToFileURL(source).href,
      clone,
    ]);
    for (const tool of TOOLS) linkTool(clone, tool);
    const env = { npm_config_registry: registry.address, OVSX_REGISTRY_URL: registry.address, OVSX_PAT: 'none' };
    const node = (what, ...words) => run(what, clone, process.execPath, words);
    await node('the tag is the version, and the changelog has it', 'scripts/release.mjs', '--check', tag);
    await run('the packages of the lock file', clone, 'npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund']);
    await node('the .vsix', 'scripts/package.mjs');
    await node('the .vsix for browsers', 'scripts/package.mjs', '--target', 'web');
    await node('the package for npm', 'scripts/npmPackage.mjs');
    await node('the .vsix as both marketplaces read it', '--input-type=module', '--eval', CHECK, homedir());
    await run(
      'npm publish, without publishing',
      clone,
      process.execPath,
      ['scripts/publish.mjs', 'npm', '--dry-run'],
      env,
    );
    await run('Open VSX, on loopback', clone, process.execPath, ['scripts/publish.mjs', 'openvsx'], env);
    if (registry.received.length !== 2) throw new Error('Not both came to the registry that stands for Open VSX.');
    await node('the package for npm, installed in an empty folder', '--test', 'test/scripts/npmPackage.test.mjs');
    if (window) await node('the .vsix, installed in a fresh editor', 'scripts/test.mjs', 'clicks');
  } finally {
    registry.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const isTagged = (/** @type {string} */ tag) =>
  spawnSync('git', ['rev-parse', '--quiet', '--verify', `refs/tags/${tag}`], { cwd: root }).status === 0;

/** A clone in which the release is committed and tagged. */
async function taggedClone(/** @type {string} */ folder, /** @type {string} */ step) {
  await run('a clone', root, 'git', ['clone', '--quiet', root, folder]);
  for (const [name, value] of [
    ['user.name', 'Rehearsal'],
    ['user.email', 'rehearsal@localhost'],
  ])
    await run(name, folder, 'git', ['config', name, value]);
  await run('its branch', folder, 'git', ['checkout', '--quiet', '-B', 'main']);
  await run('the commit and the tag', folder, process.execPath, ['scripts/release.mjs', step, '--really']);
  return folder;
}

function linkTool(/** @type {string} */ clone, /** @type {string} */ tool) {
  const installed = join(root, tool, 'node_modules');
  const place = join(clone, tool, 'node_modules');
  if (!existsSync(installed) || existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(installed, place, 'junction');
}

/** Run in the clone, by its own scripts. */
const CHECK = `
  import { existsSync } from 'node:fs';
  const { readZip } = await import(process.cwd() + '/test/e2e/zip.mjs');
  const { vsixProblems } = await import(process.cwd() + '/scripts/vsixProblems.mjs');
  const place = { exists: existsSync, machinePaths: [process.cwd(), process.argv[1] + '/'] };
  const found = ['kernelscope', 'kernelscope-web'].flatMap((name) => vsixProblems(readZip('out/' + name + '.vsix'), place));
  console.log(found.join('\\n'));
  process.exitCode = found.length > 0 ? 1 : 0;`;

/**
 * Runs a program and says how long it took; throws with the end of its output where it fails.
 * @param {string} what
 * @param {string} cwd
 * @param {string} program
 * @param {readonly string[]} words
 * @param {Record<string, string>} [env]
 */
function run(what, cwd, program, words, env = {}) {
  const started = performance.now();
  return new Promise((done, fail) => {
    const child = spawn(program, words, {
      cwd,
      env: { ...plainEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && program === 'npm',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said = `${said}${part}`.slice(-8_000);
      });
    child.once('error', fail);
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`  ${code === 0 ? 'ok  ' : 'FAIL'}  ${what}, ${seconds} s`);
      if (code === 0) done(said);
      else fail(new Error(`${what}: exit code ${code}\n${said.trim()}`));
    });
  });
}

/** Knows no package, and takes any extension. */
async function registryOnLoopback() {
  /** @type {number[]} */
  const received = [];
  const server = createServer((request, answer) => {
    let bytes = 0;
    request.on('data', (part) => {
      bytes += part.length;
    });
    request.on('end', () => {
      const publishes = request.method === 'POST' && request.url?.startsWith('/api/-/publish');
      if (publishes) received.push(bytes);
      answer.writeHead(publishes ? 201 : 404, { 'content-type': 'application/json' });
      answer.end(
        publishes ? '{"name":"kernelscope","namespace":"kernelscope","version":"0"}' : '{"error":"not found"}',
      );
    });
  });
  await new Promise((done) => void server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port on loopback.');
  return { address: `http://127.0.0.1:${address.port}`, received, close: () => server.close() };
}
