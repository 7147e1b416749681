import { KernelscopeError } from '../contract/failure';

/** The system's error when a file cannot be opened or read, as a sentence. */
export function openFailure(name: string, error: unknown): KernelscopeError {
  if (error instanceof KernelscopeError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new KernelscopeError('file/not-found', `${name} does not exist. Check the path, or whether it was moved.`, {
      name,
    });
  }
  if (code === 'EACCES' || code === 'EPERM') {
    const message = `${name} may not be read: permission is denied. Change its permissions or copy it elsewhere.`;
    return new KernelscopeError('file/no-permission', message, { name });
  }
  if (code === 'EISDIR') {
    return new KernelscopeError('file/is-directory', `${name} is a folder. Choose a file inside it.`, { name });
  }
  const message = `${name} could not be read (${code}). Check the disk or the connection and try again.`;
  return new KernelscopeError('file/unreadable', message, { name, code });
}
