import type { SyntaxNode } from "@lezer/common";
import type { Expression } from "./expression.ts";

const maxDepth = 40;

const escapes: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "`": "`",
  $: "$",
  "\n": "",
};

/** Resolves the escapes of a string. */
function resolveEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  const out: string[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const one = text[i] ?? "";
    if (one !== "\\") {
      out.push(one);
      continue;
    }
    i += 1;
    const next = text[i] ?? "";
    const length = next === "u" ? 4 : next === "x" ? 2 : 0;
    const code = length > 0 ? Number.parseInt(text.slice(i + 1, i + 1 + length), 16) : Number.NaN;
    if (Number.isFinite(code)) {
      out.push(String.fromCharCode(code));
      i += length;
    } else out.push(escapes[next] ?? `\\${next}`);
  }
  return out.join("");
}

/** A string without its quotes and prefix. */
function stripQuotes(source: string): string {
  let start = 0;
  while (start < 3 && /[a-zA-Z]/.test(source[start] ?? "")) start += 1;
  const raw = source.slice(0, start).toLowerCase().includes("r");
  const body = source.slice(start);
  const quotes = body.startsWith('"""') || body.startsWith("'''") ? 3 : 1;
  const inside = body.slice(quotes, body.endsWith(body.slice(0, quotes)) ? -quotes : undefined);
  return raw ? inside : resolveEscapes(inside);
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

const punctuation = new Set([
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  ";",
  "⚠",
  "Comment",
  "LineComment",
  "BlockComment",
]);
const meaningful = (node: SyntaxNode): SyntaxNode[] => childrenOf(node).filter(({ name }) => !punctuation.has(name));

const wrappers = new Set(["AwaitExpression", "ParenthesizedExpression", "UnaryExpression", "ExpressionStatement"]);
const keywords = new Set(["await", "new", "void"]);

/** A template's text, with each name it fills in as `{name}`. */
function readTemplate(node: SyntaxNode, text: string): Expression {
  const names: string[] = [];
  const out: string[] = [];
  let at = node.from;
  for (const inner of childrenOf(node)) {
    if (inner.name !== "Interpolation" && inner.name !== "FormatReplacement") continue;
    const said = text.slice(inner.from, inner.to).split(/[${}]/).join("").trim();
    const name =
      said
        .split(/[^\w.]/, 1)[0]
        ?.split(".")
        .at(-1) ?? "";
    out.push(text.slice(at, inner.from), `{${name}}`);
    if (name) names.push(name);
    at = inner.to;
  }
  out.push(text.slice(at, node.to));
  return { kind: "text", value: stripQuotes(out.join("")), names };
}

function readArguments(node: SyntaxNode | null, text: string, depth: number) {
  const items: Expression[] = [];
  const entries: [string, Expression][] = [];
  const given = node ? meaningful(node) : [];
  for (let i = 0; i < given.length; i += 1) {
    const one = given[i] as SyntaxNode;
    const value = given[i + 2];
    if (given[i + 1]?.name === "AssignOp" && value) {
      entries.push([text.slice(one.from, one.to), readExpression(value, text, depth + 1)]);
      i += 2;
    } else items.push(readExpression(one, text, depth + 1));
  }
  return { items, entries };
}

function readDictionary(node: SyntaxNode, text: string, depth: number): Expression {
  const given = meaningful(node);
  const entries: [string, Expression][] = [];
  for (let i = 0; i + 1 < given.length; i += 2) {
    const [key, value] = [given[i] as SyntaxNode, given[i + 1] as SyntaxNode];
    if (key.name === "String")
      entries.push([stripQuotes(text.slice(key.from, key.to)), readExpression(value, text, depth + 1)]);
  }
  return { kind: "object", entries };
}

function readObject(node: SyntaxNode, text: string, depth: number): Expression {
  const entries = childrenOf(node)
    .filter(({ name }) => name === "Property")
    .flatMap((property): [string, Expression][] => {
      const [key, value] = meaningful(property);
      if (!key || property.firstChild?.name === "Spread") return [];
      const said = text.slice(key.from, key.to);
      const name = key.name === "String" ? stripQuotes(said) : said;
      return [[name, value ? readExpression(value, text, depth + 1) : { kind: "name", name }]];
    });
  return { kind: "object", entries };
}

function readMember(node: SyntaxNode, text: string): Expression {
  const key = node.lastChild?.prevSibling;
  const object = node.firstChild;
  if (node.lastChild?.name !== "]") return { kind: "name", name: text.slice(node.from, node.to).slice(0, 200) };
  const name = object ? text.slice(object.from, object.to).slice(0, 200) : "";
  return key?.name === "String"
    ? { kind: "name", name, key: stripQuotes(text.slice(key.from, key.to)) }
    : { kind: "name", name };
}

/** Reads an expression of Python or TypeScript; the two grammars name their nodes alike. */
export function readExpression(node: SyntaxNode, text: string, depth = 0): Expression {
  const said = () => text.slice(node.from, node.to);
  if (depth > maxDepth) return { kind: "other" };
  if (wrappers.has(node.name)) {
    const inner = meaningful(node).find(({ name }) => !keywords.has(name));
    return inner ? readExpression(inner, text, depth + 1) : { kind: "other" };
  }
  switch (node.name) {
    case "String":
      return { kind: "text", value: stripQuotes(said()), names: [] };
    case "ContinuedString": {
      const parts = meaningful(node).map((one) => readExpression(one, text, depth + 1));
      const texts = parts.flatMap((one) => (one.kind === "text" ? [one] : []));
      return {
        kind: "text",
        value: texts.map(({ value }) => value).join(""),
        names: texts.flatMap(({ names }) => names),
      };
    }
    case "TemplateString":
    case "FormatString":
      return readTemplate(node, text);
    case "Number":
      return { kind: "number", value: Number(said()) };
    case "Boolean":
    case "BooleanLiteral":
      return { kind: "boolean", value: said().toLowerCase() === "true" };
    case "ArrayExpression":
    case "TupleExpression":
      return { kind: "list", items: meaningful(node).map((one) => readExpression(one, text, depth + 1)) };
    case "DictionaryExpression":
      return readDictionary(node, text, depth);
    case "ObjectExpression":
      return readObject(node, text, depth);
    case "CallExpression":
    case "NewExpression": {
      const callee = meaningful(node).find(({ name }) => !keywords.has(name));
      const list = node.getChild("ArgList");
      const own = callee ? text.slice(callee.from, callee.to).slice(0, 200) : "";
      return { kind: "call", callee: own, ...readArguments(list, text, depth) };
    }
    case "VariableName":
      return { kind: "name", name: said() };
    case "MemberExpression":
      return readMember(node, text);
    default:
      return { kind: "other" };
  }
}
