/** Other names of standard input, and of standard output. */
const INPUT = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);
const OUTPUT = new Set(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

/** Standard input or output as the command line names it. */
export const STANDARD = '-';

export const isStandardInput = (path: string): boolean => path === STANDARD || INPUT.has(path);

export const isStandardOutput = (path: string | undefined): boolean =>
  path === STANDARD || (path !== undefined && OUTPUT.has(path));
