// node scripts/publish.mjs marketplace|openvsx|npm [--dry-run]
// Publishes what `npm run package -- --all-platforms`, `npm run package -- --target web` and `npm run package:npm -- --all-platforms` have packed. In the workflow of GitHub each
// registry trusts the workflow itself (OpenID Connect), so that there is no secret to keep; elsewhere a person's token is taken: VSCE_PAT,
// OVSX_PAT, or that of `npm login`. With --dry-run npm says what it would publish; the clients of the marketplaces have no such way.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, plainEnvironment } from './npm.mjs';
import { packaging } from './packaging.mjs';
import { root } from './prerequisites.mjs';
import { isMain } from './processes.mjs';
import { isPreRelease } from './versions.mjs';

/** @typedef {{ version: string, trusted: boolean }} Release */

/** The package for editors with node, and that for editors in a browser, between which a marketplace chooses. */
const EXTENSIONS = ['--packagePath', 'out/kernelscope.vsix', 'out/kernelscope-web.vsix'];

/**
 * The command that publishes to each registry, as words of its client. A .vsix itself says that it is a pre-release.
 * @type {Record<string, (release: Release) => string[]>}
 */
export const REGISTRIES = {
  marketplace: ({ trusted }) => ['publish', ...EXTENSIONS, ...(trusted ? ['--oidc'] : [])],
  openvsx: () => ['publish', ...EXTENSIONS],
  npm: ({ version }) => [
    'publish',
    // Without the dot npm takes it for a repository of GitHub.
    `./out/kernelscope-${version}.tgz`,
    ...['--access', 'public', '--tag', isPreRelease(version) ? 'next' : 'latest'],
  ],
};

function publish(/** @type {string} */ registry, /** @type {boolean} */ dry) {
  if (!(registry in REGISTRIES)) throw new Error(`Write one of ${Object.keys(REGISTRIES).join(', ')}.`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const words = REGISTRIES[registry]({ version, trusted: process.env.GITHUB_ACTIONS === 'true' });
  if (dry && registry !== 'npm') throw new Error('Only npm can be tried without publishing.');
  if (registry === 'npm') return npm(root, [...words, ...(dry ? ['--dry-run'] : [])]);
  const { node, vsce, ovsx } = packaging();
  const client = registry === 'openvsx' ? ovsx : vsce;
  const { status } = spawnSync(node, [client, ...words], { cwd: root, env: plainEnvironment(), stdio: 'inherit' });
  if (status !== 0) throw new Error(`It was not published to ${registry} (exit code ${status}).`);
}

if (isMain(import.meta.url)) {
  try {
    publish(process.argv[2], process.argv.includes('--dry-run'));
  } catch (error) {
    console.error(`publish: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
