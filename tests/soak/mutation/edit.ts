import type { Node } from "oxc-parser";
import { nodeAt } from "./address";
import type { Operation } from "./operation";
import { partsNamed, partsOf } from "./parts";
import { bare, childrenOf, parentOf } from "./syntax";

/** A part of the source, and what stands there instead. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

const textOf = (source: string, { start, end }: Node): string => source.slice(start, end);

/** Source that means the same wherever an expression may stand. */
const grouped = (text: string): string => (/^[\w$.]+$/.test(text) ? text : `(${text})`);

/** One of a list that is separated by commas, with its comma. */
function withoutMember(source: string, list: Node[], member: Node): Edit {
  const index = list.indexOf(member);
  const next = list[index + 1];
  const before = list[index - 1];
  if (next) return { start: member.start, end: next.start, text: "" };
  const comma = /^\s*,/.exec(source.slice(member.end))?.[0].length ?? 0;
  return { start: before?.end ?? member.start, end: member.end + (before ? 0 : comma), text: "" };
}

function dropped(source: string, symbol: Node, node: Node): Edit {
  const parent = parentOf(symbol, node);
  // `a.b as T` goes with its type.
  if (parent && bare(parent) === node) return dropped(source, symbol, parent);
  switch (parent?.type) {
    case "BlockStatement":
    case "SwitchStatement":
    case "SwitchCase":
      return { start: node.start, end: node.end, text: "" };
    case "IfStatement":
    case "ForStatement":
    case "ForOfStatement":
    case "WhileStatement":
      return { start: node.start, end: node.end, text: "{}" };
    case "CallExpression":
    case "NewExpression":
      return withoutMember(source, parent.arguments, node);
    case "ArrayExpression":
    case "ObjectExpression":
      return withoutMember(source, childrenOf(parent), node);
    case "LogicalExpression": {
      const { left, right, start, end } = parent;
      const other = left === node ? right : left;
      return { start, end, text: grouped(textOf(source, other)) };
    }
    default:
      throw new Error(`a ${node.type} can't be dropped from a ${parent?.type}`);
  }
}

/** The code with `$…` filled in. */
function filled(source: string, symbol: Node, node: Node, { by, other }: Operation & { kind: "replace" }): string {
  const find = (names: string[]): Node | undefined => {
    let part: Node | undefined = names[0] === "other" ? nodeAt(symbol, other ?? "") : node;
    const steps = names[0] === "other" || names[0] === "0" ? names.slice(1) : names;
    for (const name of steps) part = part && (partsNamed(part, name)?.[0] ?? partsOf(part)[Number(name) - 1]);
    return part;
  };
  return by.replace(/\$(\w+)/g, (written, names: string) => {
    const part = find(names.split("_"));
    if (!part) throw new Error(`a ${node.type} has no ${written}`);
    return grouped(textOf(source, part));
  });
}

function replaced(source: string, symbol: Node, node: Node, code: string): Edit {
  const { start, end } = node;
  const parent = parentOf(symbol, node);
  // `{ a }` stands for `{ a: a }`.
  if (parent?.type === "Property" && parent.shorthand) return { start, end, text: `${textOf(source, node)}: ${code}` };
  const isStatement = /Statement$|Declaration$/.test(node.type);
  return { start, end, text: isStatement ? code : grouped(code) };
}

/** Words in the source, however they are spaced. */
function reworded(source: string, node: Node, from: string, to: string): Edit {
  const values = node.type === "TemplateLiteral" ? node.expressions : [];
  // The text with `{1}` for the first value, and where each of its characters comes from.
  let text = "";
  const places: number[] = [];
  for (let at = node.start + 1; at < node.end - 1; ) {
    const index = values.findIndex(({ start }) => /^\$\{\s*$/.test(source.slice(at, start)));
    const value = values[index];
    const written = value ? `{${index + 1}}` : source.charAt(at);
    text += written;
    places.push(...Array.from(written, () => at));
    at = value ? source.indexOf("}", value.end) + 1 : at + 1;
  }
  places.push(node.end - 1);
  const words = from
    .trim()
    .split(/\s+/)
    .map((word) => RegExp.escape(word));
  const [match, ...others] = text.matchAll(RegExp(words.join("\\s+"), "g"));
  if (!match || others.length > 0) throw new Error(`"${from}" is there ${match ? "more than once" : "not"}`);
  const valueText = (_: string, index: string): string => {
    const value = values[Number(index) - 1];
    return value ? `\${${textOf(source, value)}}` : "";
  };
  return {
    start: places[match.index] ?? node.start,
    end: places[match.index + match[0].length] ?? node.end,
    text: to.replace(/\{(\d+)\}/g, valueText),
  };
}

/** What an operation changes: of an `if`, a loop or a ternary whose condition is fixed, the test. */
export const subjectOf = ({ kind }: Operation, node: Node): Node =>
  (kind === "never" || kind === "always") && "test" in node && node.test ? node.test : node;

export function editFor(source: string, symbol: Node, node: Node, operation: Operation): Edit {
  switch (operation.kind) {
    case "drop":
      return dropped(source, symbol, node);
    case "never":
      return replaced(source, symbol, node, "false");
    case "always":
      return replaced(source, symbol, node, "true");
    case "replace":
      return replaced(source, symbol, node, filled(source, symbol, node, operation));
    case "reword":
      return reworded(source, node, operation.from, operation.to);
  }
}
