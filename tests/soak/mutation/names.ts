import { PgSelectBase } from "drizzle-orm/pg-core";
import type { Node } from "oxc-parser";
import { z } from "zod";
import { symbolsOf } from "./symbols";
import { childrenOf, nodesIn, parseSource } from "./syntax";

const publicObjects = [Array, Date, JSON, Map, Number, Object, Promise, String, PgSelectBase, z];

/** Whether a method or a field is one of the language or of a library. */
const isPublic = (name: string): boolean =>
  publicObjects.some((each) => name in each || ("prototype" in each && name in each.prototype));

/** The names that a file imports or exports. */
const sharedNames = (program: Node): Set<string> =>
  new Set(
    nodesIn(program).flatMap((node) => {
      if (node.type === "ImportDeclaration") return node.specifiers.map(({ local }) => local.name);
      return node.type === "ExportNamedDeclaration" ? symbolsOf(node).map(({ name }) => name) : [];
    }),
  );

/** Identifiers that stand for a value: no names of properties. */
function valueNames(node: Node): string[] {
  if (node.type === "Identifier") return [node.name];
  if (node.type === "MemberExpression" && !node.computed) return valueNames(node.object);
  if (node.type === "Property" && !node.computed) return valueNames(node.value);
  return childrenOf(node).flatMap(valueNames);
}

const parameterNames = (node: Node): string[] =>
  node.type === "ArrowFunctionExpression" ? node.params.flatMap(valueNames) : [];

const identifierNames = (root: Node): string[] =>
  nodesIn(root).flatMap((node) => (node.type === "Identifier" ? [node.name] : []));

/**
 * The names in a piece of code that mean nothing where it comes to stand, or are private to the file: values that are
 * neither its own nor global, imported or exported, private members, and fields that the file does not have.
 */
export function unknownNamesIn(file: string, source: string, code: string): string[] {
  const program = parseSource(file, source);
  const shared = sharedNames(program);
  const piece = parseSource(file, `async () => { ${code.endsWith(";") ? code : `(${code})`} };`);
  const own = new Set(nodesIn(piece).flatMap(parameterNames));
  const isKnown = (name: string) => name.startsWith("$") || own.has(name) || shared.has(name) || name in globalThis;
  const there = new Set(identifierNames(program));
  const fields = identifierNames(piece).filter((name) => !isKnown(name) && !there.has(name) && !isPublic(name));
  const privates = nodesIn(piece).flatMap((node) => (node.type === "PrivateIdentifier" ? [node.name] : []));
  return [...valueNames(piece).filter((name) => !isKnown(name)), ...fields, ...privates];
}
