import { COMPLETER } from './completion/shells';

// A shell waits for each answer: of the command line only what it needs is loaded.
if (process.argv[2] === COMPLETER) {
  void import('./completion/answer').then(({ answer }) => answer(process.argv.slice(3), process.stdout));
} else void import('./process');
