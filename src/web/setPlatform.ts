import type { Platform } from '../platform/interface';
import { onWeb } from '../platform/web';
import { startEngine } from './startEngine';

/** A file that lies beside the page. */
export async function beside(name: string): Promise<Response> {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} could not be loaded`);
  return answer;
}

const start = () => startEngine(async (bundle) => (await beside(`${bundle}.js`)).text());
/** A page imports this first: what it imports after that finds a browser in the place of node. */
Object.assign(globalThis, { kernelscopePlatform: { ...onWeb, startEngine: start } satisfies Platform });
