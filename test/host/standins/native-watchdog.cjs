// Takes the place of @vscode/native-watchdog, which would have to be compiled: ends this process after its parent.
const EVERY_MS = 2000;

exports.start = (parent) => {
  const watch = setInterval(() => {
    try {
      process.kill(parent, 0);
    } catch {
      process.exit(1);
    }
  }, EVERY_MS);
  watch.unref();
};
exports.exit = (code) => process.exit(code ?? 0);
