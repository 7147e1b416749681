// Takes the place of @vscode/spdlog, which would have to be compiled: the same log files, written by node.
const fs = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const INFO = LEVELS.indexOf('info');

class Logger {
  constructor(file) {
    this.file = file;
    this.level = INFO;
    this.plain = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
  }
  append(level, text) {
    if (level < this.level) return;
    const stamp = new Date().toISOString().slice(0, 23).replace('T', ' ');
    const line = this.plain ? text : `${stamp} [${LEVELS[level]}] ${text}\n`;
    try {
      fs.appendFileSync(this.file, line);
    } catch {
      // The profile is being removed while the server says its last words.
    }
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  // VS Code brings its own line format either way.
  setPattern() {
    this.plain = true;
  }
  clearFormatters() {
    this.plain = true;
  }
  flush() {}
  drop() {}
}
for (const [level, name] of LEVELS.entries()) {
  Logger.prototype[name === 'warning' ? 'warn' : name] = function write(text) {
    this.append(level, text);
  };
}

// Assigned one by one: VS Code imports this from an ES module, and node finds the names by looking for assignments.
const create = async (_name, file) => new Logger(file);
exports.version = 0;
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
