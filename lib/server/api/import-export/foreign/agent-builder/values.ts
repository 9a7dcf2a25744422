import type { SyntaxNode } from "@lezer/common";
import { childrenOf, readExpression } from "../code/read-expression.ts";
import { sourceOf } from "../code/read-program.ts";

/** What an expression stands for: the result of an agent's run, its output or a field of it, or an object of such values. */
export type Value =
  | { kind: "run"; agent: string }
  | { kind: "output"; agent: string; path: readonly string[] }
  | { kind: "object"; entries: ReadonlyMap<string, Value | undefined> };

const maxDepth = 20;
const outputs = new Set(["finalOutput", "final_output"]);
/** Methods that return what they are called on. */
const copies = new Set(["model_dump", "dict"]);
const wrappers = new Set(["ParenthesizedExpression", "AwaitExpression", "UnaryExpression"]);

const definitions = new Set(["VariableDeclaration", "AssignStatement"]);
/** Statements and expressions that assign a value. */
export const assignments: ReadonlySet<string> = new Set([...definitions, "AssignmentExpression", "UpdateStatement"]);

/** The object that members are read of. */
function findRoot(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (at.name === "MemberExpression" && at.firstChild) at = at.firstChild;
  return at;
}

/** The name or the text in brackets behind an object. */
function readKey(node: SyntaxNode, text: string): string {
  const end = node.lastChild;
  const isBracketed = end?.name === "]";
  const last = isBracketed ? end.prevSibling : end;
  const said = last ? sourceOf(last, text) : "";
  if (last?.name === "String") return said.slice(1, -1);
  return /^\w{1,100}$/.test(said) && (!isBracketed || last?.name === "Number") ? said : "";
}

/** The values of a workflow's variables. */
export class Values {
  readonly #text: string;
  /** The agent that a call runs, if it is the only run of this agent. */
  readonly #findRun: (call: SyntaxNode) => string | undefined;
  readonly #known = new Map<string, Value | undefined>();
  readonly #texts = new Map<string, string | undefined>();

  constructor(text: string, findRun: (call: SyntaxNode) => string | undefined) {
    this.#text = text;
    this.#findRun = findRun;
  }

  /** Of a name that is assigned more than once, in part, or together with others, the value is unknown. */
  assign(statement: SyntaxNode): void {
    const value = statement.lastChild?.name === ";" ? statement.lastChild.prevSibling : statement.lastChild;
    if (!value) return;
    const targets = childrenOf(statement).filter(({ from }) => from !== value.from);
    const names = targets.map(findRoot).filter(({ name }) => /^Variable(?:Definition|Name)$/.test(name));
    const isWhole = names.length === 1 && targets.every(({ name }) => name !== "MemberExpression");
    for (const one of names) {
      const own = sourceOf(one, this.#text);
      const isNew = isWhole && definitions.has(statement.name) && !this.#known.has(own);
      this.#texts.set(own, isNew ? this.literal(value) : undefined);
      this.#known.set(own, isNew ? this.resolve(value) : undefined);
    }
  }

  #member(node: SyntaxNode, depth: number): Value | undefined {
    const object = node.firstChild && this.resolve(node.firstChild, depth + 1);
    const key = readKey(node, this.#text);
    if (!object || !key) return undefined;
    if (object.kind === "object") return object.entries.get(key);
    if (object.kind === "output")
      return object.path.length < maxDepth ? { ...object, path: [...object.path, key] } : undefined;
    return outputs.has(key) ? { kind: "output", agent: object.agent, path: [] } : undefined;
  }

  #object(node: SyntaxNode, depth: number): Value {
    const parts = node.name === "ObjectExpression" ? node.getChildren("Property") : [node];
    const pairs = parts.flatMap((part) => {
      const given = childrenOf(part).filter(({ name }) => !/^[{}:,]$|Comment$/.test(name));
      return given.flatMap((key, i) => (i % 2 === 0 ? [{ key, value: given[i + 1] }] : []));
    });
    const entries = pairs.map(({ key, value }): [string, Value | undefined] => {
      const said = sourceOf(key, this.#text);
      return [key.name === "String" ? said.slice(1, -1) : said, value && this.resolve(value, depth + 1)];
    });
    return { kind: "object", entries: new Map(entries) };
  }

  #call(node: SyntaxNode, depth: number): Value | undefined {
    const agent = this.#findRun(node);
    if (agent) return { kind: "run", agent };
    const callee = node.firstChild;
    const isCopy = callee?.name === "MemberExpression" && copies.has(readKey(callee, this.#text));
    return isCopy && callee.firstChild ? this.resolve(callee.firstChild, depth + 1) : undefined;
  }

  resolve(node: SyntaxNode, depth = 0): Value | undefined {
    if (depth > maxDepth) return undefined;
    if (node.name === "VariableName") return this.#known.get(sourceOf(node, this.#text));
    if (node.name === "MemberExpression") return this.#member(node, depth);
    if (node.name === "CallExpression") return this.#call(node, depth);
    if (node.name === "ObjectExpression" || node.name === "DictionaryExpression") return this.#object(node, depth);
    const inner = childrenOf(node).find(({ name }) => !/^(?:await|\(|\)|Comment)$/.test(name));
    return wrappers.has(node.name) && inner ? this.resolve(inner, depth + 1) : undefined;
  }

  /** The text of a variable; undefined: it is computed. */
  textOf(name: string): string | undefined {
    return this.#texts.get(name);
  }

  /** A value that stands in the program; undefined: it is computed. */
  literal(node: SyntaxNode): string | undefined {
    const value = readExpression(node, this.#text);
    return value.kind === "text" && value.names.length === 0
      ? value.value
      : value.kind === "number" || value.kind === "boolean"
        ? String(value.value)
        : undefined;
  }
}
