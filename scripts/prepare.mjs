// A worker of `npm test`: installs what stages need beyond the packages, while the quick ones run. `workerData`: the names of the stages, and
// those of windows. Says "tools" when all is there but what windows need, then why windows cannot be shown, or undefined.
import { parentPort, workerData } from 'node:worker_threads';
import { findChromium } from '../test/e2e/browser.mjs';
import { installHost } from '../test/host/install.mjs';
import { ensureChromium, ensureCluster, ensureOpenBlas, ensurePython, ensureShells } from './prerequisites.mjs';

/** @type {{ stages: readonly string[], windows: boolean, host: boolean }} */
const { stages, windows, host } = workerData;

/** Says what cannot be had. */
function installTools() {
  if (stages.includes('unit')) {
    ensureOpenBlas();
    ensureShells();
    const lacking = ensurePython();
    if (lacking) console.log(`There is no python with its packages for the tests of exports: ${lacking}.`);
  }
  if (stages.includes('cluster')) {
    const lacking = ensureCluster();
    if (lacking) console.log(`Nothing is tried on clusters: ${lacking}.`);
  }
}

/** Why stages with a window cannot run here; undefined when they can. */
function noWindow() {
  const lacking = ensureChromium(findChromium);
  if (lacking) return lacking;
  try {
    if (host) installHost();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

installTools();
parentPort?.postMessage({ ready: 'tools' });
parentPort?.postMessage({ ready: 'windows', obstacle: windows ? noWindow() : undefined });
