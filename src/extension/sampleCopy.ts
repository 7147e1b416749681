import { FileSystemError, Uri, workspace } from 'vscode';

/** The sample under the first name, "wave.csv", "wave-2.csv", …, that nothing has or that a copy of it has already: nothing is overwritten. */
export async function sampleCopy(sample: Uri, folder: Uri, name: string): Promise<Uri> {
  const content = await workspace.fs.readFile(sample);
  for (let i = 1; ; i++) {
    const copy = Uri.joinPath(folder, i === 1 ? `${name}.csv` : `${name}-${i}.csv`);
    const there = await contentOf(copy);
    if (there === undefined) await workspace.fs.writeFile(copy, content);
    if (there === undefined || sameBytes(there, content)) return copy;
  }
}

async function contentOf(uri: Uri): Promise<Uint8Array | undefined> {
  try {
    return await workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
