import { COMPLETER } from './completion/shells';

// A shell waits for each completion: only the parts that it needs are loaded.
if (process.argv[2] === COMPLETER) {
  void import('./completion/answer').then(({ answer }) => answer(process.argv.slice(3), process.stdout));
} else void import('./process');
