import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KernelscopeError } from '../../engine/contract/failure';
import type { StoredRun } from '../../engine/contract/run';
import { anyOf, byHand, finite, flag, holds, type Of, record, struct, text } from '../../engine/contract/schema';
import { isRecord } from '../../engine/contract/shape';
import { atomicWrite } from '../../engine/machine/atomicWrite';
import type { RunStore } from './store';
import { isDamaged } from './summary';

// The data that a program beside the editor shares with it: the runs of a workspace, and the person's settings.

/** A stored run by its id, or the newest. Throws `run/unreadable` if there is none. */
export async function storedRun(store: RunStore, id: string | undefined): Promise<StoredRun> {
  if (id !== undefined) return store.load(id);
  const [newest] = (await store.list()).filter((entry) => !isDamaged(entry));
  if (newest) return store.load(newest.id);
  throw new KernelscopeError('run/unreadable', 'There is no stored run yet: fit a file first.');
}

/** The address of a file on disk as VS Code writes it, so that runs of one file are listed together whoever fitted it. */
export function fileAddress(path: string): string {
  const slashed = path.replaceAll('\\', '/').replace(/^([A-Z]):/, (_, drive: string) => `/${drive.toLowerCase()}:`);
  const escaped = encodeURIComponent(slashed).replaceAll('%2F', '/');
  const all = escaped.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return all.startsWith('//') ? `file:${all}` : `file://${all}`;
}

/** A person's settings in the editor. */
export interface EditorSettings extends Of<typeof SETTINGS> {}
const SETTINGS = struct({
  /** The person's defaults for methods' parameters and for the rows. */
  defaults: record(anyOf(finite(), flag(), text())),
  /** The settings for reading single files, by their addresses. */
  readings: record(byHand<object>({ type: 'object' }, isRecord)),
});
export const NOTHING_SET: EditorSettings = { defaults: {}, readings: {} };

const pathIn = (folder: string): string => join(folder, 'settings.json');

/** Writes the settings beside the runs of a folder, readable only by its owner. Throws `file/not-written`. */
export const shareSettings = (folder: string, settings: EditorSettings): Promise<void> =>
  atomicWrite(pathIn(folder), JSON.stringify(settings), { makeFolder: true, private: true });

/** The settings shared last; none if they are missing or damaged. */
export async function editorSettingsIn(folder: string): Promise<EditorSettings> {
  const text = await readFile(pathIn(folder), 'utf8').catch(() => '');
  try {
    const settings: unknown = JSON.parse(text);
    return holds(SETTINGS, settings) ? settings : NOTHING_SET;
  } catch {
    return NOTHING_SET;
  }
}
