/** The command line was wrong: exit code 2 and one line that says how. */
export class UsageError extends Error {}
