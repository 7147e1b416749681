// The peers of `npm run bench -- answer`, and what is known of them. What they score depends on the files and on their versions, not on us:
// scores stand in peers.jsonl, by a digest of both files, so that measuring us again takes only our own time.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PYTHON, peerEnvironment } from '../harness/sideBySide.mjs';
import { Child } from '../linalg/child.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const STORE = here('peers.jsonl');

/** By task, the one that learns nothing first. */
export const PEERS = {
  regress: [
    'mean',
    'ridge',
    'lasso',
    'kernel ridge, grid',
    'Gaussian process',
    'random forest',
    'extra trees',
    'gradient boosting',
    'gradient boosting, searched',
    'LightGBM',
    'CatBoost',
  ],
  classify: [
    'most common class',
    'logistic regression',
    'support vectors, grid',
    'Gaussian process',
    'random forest',
    'extra trees',
    'gradient boosting',
    'gradient boosting, searched',
    'LightGBM',
    'CatBoost',
  ],
};

export class Peers {
  #known = new Map();
  #child;
  #versions;

  /**
   * @param {object} how
   * @param {boolean} how.afresh all are measured, for their seconds
   * @param {boolean} how.stored those that are measured for the first time are stored
   * @param {readonly string[]} [how.only] their names, where the one that learns nothing and these suffice
   */
  constructor({ afresh, stored, only }) {
    this.afresh = afresh;
    this.only = only;
    this.stored = stored;
    for (const line of linesOf(STORE)) this.#known.set(`${line.files}/${line.peer}`, line);
  }

  /** Their process, started when it is needed first. */
  async process() {
    if (this.#child === undefined) {
      // While others use the machine, threads that wait for each other wait long.
      const threads = this.afresh ? {} : { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
      this.#child = new Child(PYTHON, [here('peer.py')], { ...peerEnvironment(), ...threads });
      this.#versions = (await this.#child.ask({ operation: 'start' })).versions;
    }
    return this.#child;
  }

  /**
   * `{ name, score, seconds, version }` of each that can take this many rows. `files` belong to a case: `name`, `seed`,
   * `train`, `test`, `target`, `task`.
   */
  async judged(files) {
    const digest = createHash('sha256');
    for (const path of [files.train, files.test]) digest.update(readFileSync(path));
    const digits = digest.digest('hex').slice(0, 16);
    const results = [];
    const [idle, ...others] = PEERS[files.task];
    for (const peer of [idle, ...others.filter((name) => this.only?.includes(name) ?? true)]) {
      const stored = this.#known.get(`${digits}/${peer}`);
      results.push(stored && !this.afresh ? stored : await this.#measure(peer, digits, files, stored));
    }
    return results.filter(({ score }) => score !== null).map(({ peer, ...result }) => ({ name: peer, ...result }));
  }

  async #measure(peer, digits, { name, seed, ...files }, stored) {
    console.error(`    ${peer}`);
    const child = await this.process();
    const { score, seconds, by } = await child.ask({ operation: 'peer', peer, seed, ...files });
    const line = { case: name, seed, peer, score, seconds, version: `${by} ${this.#versions[by]}`, files: digits };
    if (this.stored && stored === undefined) appendFileSync(STORE, `${JSON.stringify(line)}\n`);
    return line;
  }

  close() {
    this.#child?.close();
  }
}

/** The values of a file of JSON Lines, none where there is no file. */
export function linesOf(path) {
  if (path === undefined || !existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
