/** The form in which a bundle reads another that is not always needed, as esbuild writes it (esbuild.mjs). */
const READS = /Promise\.resolve\(\)\.then\(\(\)\s*=>\s*(\w+)\(require\("\.\/(\w+)\.js"\)\)\)/g;
/** Bundles that another bundle needs in a browser, while node has their functions itself. */
const NEEDS: Readonly<Record<string, readonly string[]>> = { encodings: ['brotli'], parquet: ['brotli'] };

/**
 * The bundles of dist/, which are in node's format, in a browser: each is read when it is first asked for and run once.
 * The modules that they import from node exist but cannot be called.
 */
export class Bundles {
  private readonly texts = new Map<string, Promise<string>>();
  private readonly read = new Map<string, string>();
  private readonly modules = new Map<string, unknown>();

  constructor(
    private readonly fetched: (name: string) => Promise<string>,
    /** Modules that are no bundles: `vscode`. */
    private readonly given: Readonly<Record<string, unknown>> = {},
  ) {}

  /** Bundles that were required before they had been read. */
  readonly missed = new Set<string>();

  /** Reads bundles, by default those that were missed, so that they can be required from then on. */
  async load(...given: readonly string[]): Promise<void> {
    const names = given.length > 0 ? given : [...this.missed];
    this.missed.clear();
    const needed = names.flatMap((name) => NEEDS[name] ?? []);
    await Promise.all([...needed, ...names].map((name) => this.text(name)));
    for (const name of needed) this.require(`./${name}.js`);
  }

  /** The exports of a bundle that has been read, or a module of node. */
  require(path: string): unknown {
    if (path in this.given) return this.given[path];
    if (path.startsWith('node:')) return absent(path);
    const name = path.replace(/^\.\/|\.js$/g, '');
    if (this.modules.has(name)) return this.modules.get(name);
    const text = this.read.get(name);
    if (text === undefined) {
      this.missed.add(name);
      throw new Error(`${name} has not been read`);
    }
    const module = { exports: {} };
    const later = (each: string) => this.load(each);
    const require = (each: string) => this.require(each);
    new Function('module', 'exports', 'require', 'later', readable(text))(module, module.exports, require, later);
    this.modules.set(name, module.exports);
    return module.exports;
  }

  private text(name: string): Promise<string> {
    const known = this.texts.get(name) ?? this.fetched(name);
    this.texts.set(name, known);
    return known.then((text) => {
      this.read.set(name, text);
      return text;
    });
  }
}

/** The same text, changed so that it reads another bundle before it requires it. */
const readable = (text: string): string =>
  text.replace(READS, (_, join: string, name: string) => `later("${name}").then(()=>${join}(require("./${name}.js")))`);

/** A module of node: any call of its members throws. */
function absent(name: string): object {
  const member = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_, key) => (typeof key === 'string' ? member(`${path}.${key}`) : undefined),
      apply() {
        throw new Error(`${path} is not there in a browser`);
      },
    });
  return new Proxy({}, { get: (_, key) => (typeof key === 'string' ? member(`${name}.${key}`) : undefined) });
}
