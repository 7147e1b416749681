import { KernelscopeError } from '../engine/contract/failure';
import type { Platform } from './interface';
import { onNode } from './node';

/** The browser's platform, stored there by the script that starts these scripts in a browser (src/web). */
const given = (globalThis as { kernelscopePlatform?: Platform }).kernelscopePlatform;

export const platform: Platform = given ?? onNode;

/** The parts that only node has. Throws in a browser, where the editor reads files and passes on their bytes. */
export function nodeAlone(): NonNullable<Platform['node']> {
  if (platform.node) return platform.node;
  throw new KernelscopeError('file/unreadable', 'A browser reads no file by its path. Open its folder in the editor.');
}
