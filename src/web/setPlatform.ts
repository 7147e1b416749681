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
/** A page imports this first, so that whatever it imports after it finds a browser in place of node. */
Object.assign(globalThis, { kernelscopePlatform: { ...onWeb, startEngine: start } satisfies Platform });
