// For the JSON Schemas of docs/: comments on the members of a schema, and on the types that follow from schemas, become their descriptions.
import { existsSync, readFileSync } from 'node:fs';

const COMMENT = /\/\*\*((?:[^*]|\*(?!\/))*)\*\//;
/** A comment, and the member of an object that it stands at. */
const MEMBER = new RegExp(`${COMMENT.source}\\s*\\n\\s*(\\w+)(?=[:,])`, 'g');
/** A comment on a type that follows from a schema. */
const TYPE = new RegExp(`${COMMENT.source}\\s*\\n(?:export )?(?:interface|type) \\w+ .*?Of<typeof (\\w+)>`, 'g');

/** Its text in one line. */
const wordsOf = (comment) =>
  JSON.stringify(
    comment
      .replace(/^\s*\* ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** A member with a comment is preceded by one of the same name and a slash, which holds it, and which `struct` then takes out. */
const withMembers = (source) =>
  source.replace(MEMBER, (_, comment, name) => `'/${name}': ${wordsOf(comment)}, ${name}`);

/** A comment of a type may stand in the file beside a schema's, of which this is the rest of the name. */
function withTypes(source, path) {
  const beside = path.replace('.schema.ts', '.ts');
  const types = `${source}${beside !== path && existsSync(beside) ? readFileSync(beside, 'utf8') : ''}`;
  const told = [...types.matchAll(TYPE)].filter(([, , name]) =>
    new RegExp(`^(export )?const ${name}\\b`, 'm').test(source),
  );
  return `${withMembers(source)}\n${told
    .map(([, comment, name]) => `(${name} as any).json.description ??= ${wordsOf(comment)};`)
    .join('\n')}`;
}

/** @type {import('esbuild').Plugin} */
export const describedSchemas = {
  name: 'described schemas',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]src[\\/](engine[\\/]contract|cli[\\/]schemas|export[\\/]portable)[\\/][\w.]+\.ts$/ },
      ({ path }) => {
        const source = readFileSync(path, 'utf8');
        if (!/contract[\\/]schema\.ts$/.test(path)) return { contents: withTypes(source, path), loader: 'ts' };
        return {
          contents: source.replace(
            'export const struct =',
            `export const struct = (all) => bare(tellMembers(all));
          const tellMembers = (all) => Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('/')).map(
            ([name, member]) => [name, '/' + name in all ? described(all['/' + name], member) : member]));
          const bare =`,
          ),
          loader: 'ts',
        };
      },
    );
  },
};
