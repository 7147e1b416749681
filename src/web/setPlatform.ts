import type { Platform } from '../platform/interface';
import { onWeb } from '../platform/web';
import { startEngine } from './startEngine';

/** A bundle that lies beside the page. */
async function bundle(name: string): Promise<string> {
  const answer = await fetch(`${name}.js`);
  if (!answer.ok) throw new Error(`${name}.js could not be loaded`);
  return answer.text();
}

/** A page imports this first: whatever it imports after that finds a browser in the place of node. */
Object.assign(globalThis, {
  kernelscopePlatform: { ...onWeb, startEngine: () => startEngine(bundle) } satisfies Platform,
});
