import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from '../../scripts/npm.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

// Nothing that greets, asks, moves or wants the network. In today's spelling: VS Code would write older ones anew while it starts.
const QUIET = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'window.restoreWindows': 'none',
  'window.autoDetectColorScheme': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoUpdate': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
  'files.simpleDialog.enable': true,
  'git.enabled': false,
  'npm.fetchOnlinePackageInfo': false,
  'typescript.disableAutomaticTypeAcquisition': true,
  'json.schemaDownload.enable': false,
  // Whatever libraries this machine has.
  'kernelscope.linearAlgebra': 'embedded',
};

/**
 * The folders of one VS Code: its own home, user data and extensions, so that it knows nothing of this machine's.
 * A profile `at` a given folder is kept and its settings stay as they are; otherwise it is temporary.
 * @param {{ at?: string, settings?: object }} [options]
 */
export function createProfile({ at, settings = {} } = {}) {
  // VS Code puts unix sockets under TMPDIR, and their paths may not exceed about 100 characters.
  const scratch = mkdtempSync(join(process.platform === 'win32' ? tmpdir() : '/tmp', 'ks-'));
  const base = at ?? scratch;
  const folder = { home: join(base, 'home'), data: join(base, 'data'), extensions: join(base, 'extensions') };
  for (const path of [...Object.values(folder), join(folder.data, 'User')]) mkdirSync(path, { recursive: true });
  const settingsFile = join(folder.data, 'User/settings.json');
  const set = (more) => {
    const old = existsSync(settingsFile) ? JSON.parse(readFileSync(settingsFile, 'utf8')) : QUIET;
    writeFileSync(settingsFile, JSON.stringify({ ...old, ...more }, null, 2));
  };
  if (!at || !existsSync(settingsFile)) set(settings);
  const config = join(base, 'config.yaml');
  writeFileSync(config, 'auth: none\n');
  return {
    ...folder,
    config,
    scratch,
    /** VS Code watches the file: a changed setting holds at once. */
    set,
    remove() {
      if (!process.env.KEEP) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The environment for code-server: no trace of an outer VS Code, no marketplace to ask. */
export function serverEnvironment(profile, extra = {}) {
  const foreign = /^(npm_|VSCODE_|ELECTRON_|CODE_SERVER_|XDG_)|^(PORT|PASSWORD|HASHED_PASSWORD|NODE_OPTIONS)$/;
  const own = Object.fromEntries(Object.entries(plainEnvironment()).filter(([name]) => !foreign.test(name)));
  return { ...own, HOME: profile.home, TMPDIR: profile.scratch, EXTENSIONS_GALLERY: '{}', ...extra };
}

/** The repository as an installed extension, without packing it. */
export function linkExtension(profile, folder = root) {
  const { publisher, name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const link = join(profile.extensions, `${publisher}.${name}-${version}`);
  rmSync(link, { recursive: true, force: true });
  symlinkSync(folder, link, 'junction');
}

/** The names and every `step`-th row of a table's text: it is fitted sooner. @param {string} text @param {number} step */
export function thinned(text, step) {
  const [names, ...rows] = text.trimEnd().split('\n');
  return [names, ...rows.filter((_, i) => i % step === 0), ''].join('\n');
}

/** @param {string} from @param {string} to @param {number} step */
export const thin = (from, to, step) => writeFileSync(to, thinned(readFileSync(from, 'utf8'), step));

/** A temporary copy of samples/ with one file that is no table; `remove` deletes it. `thinned`: every third row of the largest file alone. */
export function sampleWorkspace({ thinned: fewer = false } = {}) {
  const parent = mkdtempSync(join(process.platform === 'win32' ? tmpdir() : '/tmp', 'ks-files-'));
  const folder = join(parent, 'samples');
  cpSync(join(root, 'samples'), folder, { recursive: true, filter: (file) => !/\.(mjs|md)$/.test(file) });
  if (fewer) thin(join(root, 'samples/fan-noise.csv'), join(folder, 'fan-noise.csv'), 3);
  writeFileSync(join(folder, 'notes.md'), 'Not a table.\n');
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}
