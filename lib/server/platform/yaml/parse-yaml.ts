import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";

/** A document may use aliases freely; an exported file needs line numbers and uses few. */
type YamlKind = "document" | "file";

export interface YamlJob {
  text: string;
  of: YamlKind;
}

/** `lines` maps each path of a file, such as `tools[2].name`, to its line; `code` is the violated rule. */
export type YamlReply =
  | { value: unknown; lines: Record<string, number> }
  | { problem: string; line: number | null; code: string | null };

/** Maximum nested aliases: more than in real documents. Expanding too many would exhaust memory. */
const maxAliases = 1_000;
const maxFileAliases = 20;
const maxDepth = 60;
const maxKeys = 50_000;
/** Deeper paths have no line of their own: the line of their part is sufficient. */
const tracedDepth = 5;

/** A value in a file that is not allowed. */
class RefusedError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Visits each value of a file without recursion, and returns the lines of their paths. */
function walk(root: Node | null, lineOf: (node: Node) => number): Record<string, number> {
  const lines: Record<string, number> = Object.create(null);
  const open: { node: Node; path: string; depth: number }[] = root ? [{ node: root, path: "", depth: 0 }] : [];
  let keys = 0;
  let aliases = 0;
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, path, depth } = at;
    const refuse = (message: string): never => {
      throw new RefusedError(message, lineOf(node));
    };
    if (depth <= tracedDepth) lines[path] = lineOf(node);
    if (depth > maxDepth) refuse(`It is nested deeper than ${maxDepth} levels.`);
    if (isAlias(node) && ++aliases > maxFileAliases)
      refuse(`It has more than ${maxFileAliases} aliases. Write the values out.`);
    if (isScalar(node)) {
      if (typeof node.value === "string" && !isStorable(node.value))
        refuse("The text contains a character that can't be stored.");
      if (typeof node.value === "number" && !Number.isFinite(node.value)) refuse("This number can't be stored.");
    }
    if (isSeq(node)) for (const [i, inner] of node.items.entries()) push(inner, `${path}[${i}]`);
    if (isMap(node)) {
      const names = new Set<string>();
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? key.value : null;
        if (typeof name === "object") refuse("A key must be a string.");
        if (String(name) === "__proto__" || !isStorable(String(name))) refuse("It has a key that isn't allowed.");
        if (names.has(String(name))) throw new RefusedError("This key is used more than once.", lineOf(key as Node));
        names.add(String(name));
        if (++keys > maxKeys) refuse(`It has more than ${maxKeys.toLocaleString("en")} keys.`);
        push(value, path ? `${path}.${name}` : String(name));
      }
    }
    function push(inner: unknown, place: string): void {
      if (inner) open.push({ node: inner as Node, path: place, depth: depth + 1 });
    }
  }
  return lines;
}

/** Parses YAML within limits of aliases, depth and names. */
export function parseYaml({ text, of }: YamlJob): YamlReply {
  const isFile = of === "file";
  const lineCounter = new LineCounter();
  try {
    // With `silent`, additional documents are ignored.
    const logLevel = isFile ? "error" : "silent";
    // The library compares each key with each other one; `walk` needs time in proportion to their number.
    const document = parseDocument(text, { merge: !isFile, uniqueKeys: !isFile, logLevel, lineCounter });
    // An unknown tag is only a warning: its value would be used as if it had none.
    const [error] = isFile ? [...document.errors, ...document.warnings] : document.errors;
    if (error) {
      const { message, code, linePos } = error;
      return { problem: message.split("\n")[0] ?? message, line: linePos?.[0].line ?? null, code };
    }
    const lineOf = ({ range }: Node) => lineCounter.linePos(range?.[0] ?? 0).line;
    const lines = isFile ? walk(document.contents, lineOf) : {};
    return { value: document.toJS({ maxAliasCount: isFile ? maxFileAliases : maxAliases }), lines };
  } catch (error) {
    if (error instanceof RefusedError) return { problem: error.message, line: error.line, code: "REFUSED" };
    return { problem: error instanceof Error ? error.message : String(error), line: null, code: null };
  }
}
