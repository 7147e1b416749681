/** Docstrings and comments. */
const NO_CODE = /"""[\s\S]*?"""|#.*/g;
const DEFINITION = /^(?:(?:def|class) (\w+)|(\w+)(?= = ))/;

/**
 * The definitions of a Python program outside of functions, by name. Comments between two definitions belong to the
 * first.
 */
export function definitionsIn(source: string): ReadonlyMap<string, string> {
  return new Map(
    source.split(/\n(?=(?:def|class) |\w+ = )/).flatMap((block) => {
      const [, named, assigned] = DEFINITION.exec(block) ?? [];
      const name = named ?? assigned;
      return name === undefined ? [] : [[name, block.trimEnd()] as const];
    }),
  );
}

/** A definition of a library behind all others that it calls, but those that are `known`, to which it is added: `taylor` brings `_products`. */
export function definitionsOf(library: ReadonlyMap<string, string>, name: string, known: Set<string>): string[] {
  const definition = library.get(name);
  if (definition === undefined || known.has(name)) return [];
  known.add(name);
  const words = Array.from(definition.replace(NO_CODE, '').matchAll(/[A-Za-z_]\w*/g), ([word]) => word);
  return [...words.flatMap((word) => definitionsOf(library, word, known)), definition];
}
