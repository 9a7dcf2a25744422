import { readFileSync } from "node:fs";
import { type Expression, parseSync, Visitor } from "oxc-parser";
import { sourceFiles } from "./imports";

export interface FoundExpression {
  file: string;
  /** Undefined: made of parts that are not known before the code runs. */
  pattern: string | undefined;
  flags: string;
  /** As the source has it. */
  code: string;
}

/** The text of an argument of `RegExp`, a plain word standing for each part that is computed. */
function textOf(argument: Expression): string | undefined {
  if (argument.type === "Literal" && typeof argument.value === "string") return argument.value;
  if (argument.type !== "TemplateLiteral") return undefined;
  return argument.quasis.map(({ value }) => value.cooked ?? value.raw).join("word");
}

/** The regular expressions of a source file: literals, and what is given to `RegExp`. */
export function expressionsIn(file: string, source: string): FoundExpression[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: FoundExpression[] = [];
  const add = (node: { start: number; end: number }, pattern: string | undefined, flags: string) =>
    found.push({ file, pattern, flags, code: source.slice(node.start, node.end) });
  const made = (node: { start: number; end: number; callee: Expression; arguments: unknown[] }) => {
    if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
    const [pattern, flags] = node.arguments as Expression[];
    add(node, pattern && textOf(pattern), (flags && textOf(flags)) ?? "");
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node) add(node, node.regex.pattern, node.regex.flags);
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(program);
  return found;
}

/** Of all source files of the product. */
export const productExpressions = (): FoundExpression[] =>
  sourceFiles().flatMap((file) => expressionsIn(file, readFileSync(file, "utf8")));

/** What one try of a pattern without unbounded repetition costs at most; such a pattern is linear. */
const maxConstant = 2_000;

/** Whether its time could grow faster than its text: a repetition without an upper bound, or large bounds. */
export function mayBeSuperlinear(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, "x").replace(/\[\^?[^\]]*\]/g, "x");
  if (/[*+]|\{\d+,\}/.test(bare)) return true;
  const bounds = [...bare.matchAll(/\{(\d+)(?:,(\d+))?\}/g)].map(([, least, most]) => Number(most ?? least));
  return bounds.reduce((product, bound) => product * Math.max(1, bound), 1) > maxConstant;
}
