import { fileURLToPath } from 'node:url';
import { PYTHON, peerEnvironment } from '../harness/sideBySide.mjs';
import { Child } from './child.mjs';

/** The variables by which the libraries that may stand behind numpy get their number of threads. */
const THREAD_LIMITS = ['OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'MKL_NUM_THREADS', 'BLIS_NUM_THREADS'];

/**
 * Starts ours under `node` and then the peer, each as a process with `threads` threads that stays.
 * `startSeconds` is what loading the core, or numpy, took in each.
 */
export async function openSides({ node, program, threads }) {
  const limits = Object.fromEntries(THREAD_LIMITS.map((name) => [name, `${threads}`]));
  const script = fileURLToPath(new URL('peer.py', import.meta.url));
  const children = [];
  const start = async (...command) => {
    const child = new Child(...command);
    children.push(child);
    return { child, ...(await child.ask({ operation: 'start', threads })) };
  };
  const close = () => {
    for (const child of children) child.close();
  };
  try {
    // One after the other, or each would delay the other's start.
    const ours = await start(node, [program], process.env);
    const peer = await start(PYTHON, [script], { ...peerEnvironment(), ...limits });
    const startSeconds = { ours: ours.seconds, peer: peer.seconds };
    return { ours: ours.child, peer: peer.child, startSeconds, threads, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Names and versions of both sides. Throws when one does not use the number of threads asked for. */
export async function about({ ours, peer, threads }) {
  const facts = { ours: await ours.ask({ operation: 'about' }), peer: await peer.ask({ operation: 'about' }) };
  for (const [side, { threads: used }] of Object.entries(facts)) {
    if (used !== threads) throw new Error(`the side of ${side} uses ${used} threads instead of ${threads}`);
  }
  return facts;
}
