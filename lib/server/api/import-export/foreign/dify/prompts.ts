import type { Refer } from "../flow/step.ts";
import { nameItem, nameItemNumber } from "../flow/iterations.ts";
import type { Draft } from "../shared/draft.ts";
import { replaceMarked } from "../shared/texts.ts";
import type { DifyFlow } from "./node.ts";

/** A prompt of Dify with variables in braces, and the outputs of other nodes by their names. */
export function toPrompt(
  draft: Draft,
  text: string,
  refer: Refer,
  { starts, iteration }: Pick<DifyFlow, "starts" | "iteration">,
): string {
  const nodes = replaceMarked(text, ["{{#", "#}}"], (inside) => {
    const [first = "", ...rest] = inside.split(".");
    const last = rest.join(".");
    if (first === iteration && rest[0] === "item") return nameItem(rest.slice(1).join("."));
    if (first === iteration && last === "index") return nameItemNumber();
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
