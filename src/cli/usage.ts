/** An error in the command line: exit code 2 and one line that explains it. */
export class UsageError extends Error {}
