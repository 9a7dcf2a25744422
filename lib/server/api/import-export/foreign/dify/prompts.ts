import type { Refer } from "../flow/flow-writer.ts";
import type { Draft } from "../shared/draft.ts";
import { replaceMarked } from "../shared/texts.ts";

/** A prompt of Dify with variables in braces, and the outputs of other nodes by their names. */
export function toPrompt(
  draft: Draft,
  text: string,
  refer: Refer,
  { starts }: { starts: ReadonlySet<string> },
): string {
  const nodes = replaceMarked(text, ["{{#", "#}}"], (inside) => {
    const [first = "", ...rest] = inside.split(".");
    const last = rest.join(".");
    if (inside === "context") return "the passages that were found";
    if (first === "sys") return last === "query" ? draft.message() : undefined;
    if (first === "env" || first === "conversation") return `{${draft.variable(last)}}`;
    if (starts.has(first)) return `{${draft.variable(last)}}`;
    return refer(first);
  });
  return replaceMarked(nodes, ["{{", "}}"], (inside) =>
    /^[^\s{}#]{1,90}$/.test(inside) ? `{${draft.variable(inside)}}` : undefined,
  );
}
