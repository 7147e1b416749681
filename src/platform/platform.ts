import { KernelscopeError } from '../engine/contract/failure';
import type { Platform } from './interface';
import { onNode } from './node';

/** Whoever starts these scripts in a browser puts there what that has (src/web). */
const given = (globalThis as { kernelscopePlatform?: Platform }).kernelscopePlatform;

export const platform: Platform = given ?? onNode;

/** What node alone has. Throws in a browser, where the editor reads files and hands over their bytes. */
export function nodeAlone(): NonNullable<Platform['node']> {
  if (platform.node) return platform.node;
  throw new KernelscopeError('file/unreadable', 'A browser reads no file by its path. Open its folder in the editor.');
}
