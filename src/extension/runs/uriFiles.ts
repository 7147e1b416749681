import { FileType, Uri, workspace } from 'vscode';
import type { RunFiles } from '../../doors/runs/runFiles';
import { writeFile } from '../export/writeFile';

/** Stores runs where the editor stores the files of an extension in a browser; a path is an address as text. */
export const throughEditor: RunFiles = {
  join: (folder, name) => Uri.joinPath(Uri.parse(folder), name).toString(),
  async names(folder) {
    const entries = await entriesOf(folder);
    return entries.filter(([, type]) => type === FileType.File).map(([name]) => name);
  },
  async stamp(path) {
    try {
      const { size, mtime } = await workspace.fs.stat(Uri.parse(path));
      return { size, modified: mtime };
    } catch {
      return undefined;
    }
  },
  async read(path) {
    try {
      return await workspace.fs.readFile(Uri.parse(path));
    } catch {
      throw Object.assign(new Error(path), { code: 'ENOENT' });
    }
  },
  start: async (path, length) => (await throughEditor.read(path)).subarray(0, length),
  write: (path, bytes) => writeFile(Uri.parse(path), bytes),
  async remove(path) {
    if (await throughEditor.stamp(path)) await workspace.fs.delete(Uri.parse(path));
  },
};

async function entriesOf(folder: string): Promise<readonly [string, FileType][]> {
  try {
    return await workspace.fs.readDirectory(Uri.parse(folder));
  } catch {
    return [];
  }
}
