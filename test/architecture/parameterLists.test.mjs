// No function takes more parameters than a reader keeps apart: parts that belong together travel as one value with
// named fields.
import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import * as ast from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { root } from './metafiles.mjs';

const MOST = 7;

/**
 * The primitives of linear algebra, whose operands stand in an order that every reader knows from BLAS. Functions, whatever file
 * they are in; the core written in AssemblyScript is no TypeScript and is not read.
 */
const PRIMITIVES = new Set(['gemm', 'syrk', 'gemv', 'trsm', 'kernelMatrix', 'tridiagonalPanel', 'joinHalves']);

const isFunction = (node) =>
  ast.isFunctionLikeDeclaration(node) ||
  ast.isMethodSignatureDeclaration(node) ||
  ast.isCallSignatureDeclaration(node) ||
  ast.isFunctionTypeNode(node) ||
  ast.isConstructorTypeNode(node);

/** @param {any} node */
const nameOf = (node) =>
  ast.isConstructorDeclaration(node)
    ? `new ${/** @type {any} */ (node.parent).name?.text}`
    : ((node.name ?? node.parent.name)?.text ?? 'a function without a name');

/** Every signature of a file, however it is written, with its name and parameters. */
function signatures(source) {
  const all = [];
  const visit = (node) => {
    if (isFunction(node)) all.push({ name: nameOf(node), count: node.parameters.length });
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return all;
}

test(`no function has more than ${MOST} parameters`, () => {
  const api = new API({ cwd: root });
  try {
    const [{ program }] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
    const files = program.getSourceFileNames().filter((file) => relative(join(root, 'src'), file).match(/^[^.]/));
    const read = files.map((file) => ({
      file: relative(root, file).replaceAll('\\', '/'),
      all: signatures(program.getSourceFile(file)),
    }));
    assert.ok(read.length > 100 && read.flatMap(({ all }) => all).some(({ name }) => name === 'gemm'));
    const offenders = read.flatMap(({ file, all }) =>
      all
        .filter(({ name, count }) => count > MOST && !PRIMITIVES.has(name))
        .map(({ name, count }) => `${file} ${name}: ${count}`),
    );
    assert.deepEqual(offenders.sort(), []);
  } finally {
    api.close();
  }
});
