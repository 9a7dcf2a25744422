import { nameItem, nameItemNumber } from "../flow/iterations.ts";
import type { Refer } from "../flow/step.ts";
import type { Draft } from "../shared/draft.ts";
import { replaceMarked } from "../shared/texts.ts";
import type { DifyFlow } from "./node.ts";
import { listSources, type Selector } from "./selectors.ts";

/** What stands for the context in a prompt. */
export const contextMark = "{{#context#}}";
const passages = "the passages that were found";

/** A prompt of Dify with variables in braces, and the outputs of other nodes by their names. `context`: what its context stands for. */
export function toPrompt(
  draft: Draft,
  text: string,
  refer: Refer,
  { starts, iteration, nodes }: Pick<DifyFlow, "starts" | "iteration" | "nodes">,
  context: Selector = [],
): string {
  const nameOne = ([first = "", ...rest]: Selector): string | undefined => {
    const last = rest.join(".");
    if (first === iteration && rest[0] === "item") return nameItem(rest.slice(1).join("."));
    if (first === iteration && last === "index") return nameItemNumber();
    if (first === "sys") return last === "query" ? draft.message() : undefined;
    if (first === "env" || first === "conversation") return `{${draft.variable(last)}}`;
    if (starts.has(first)) return `{${draft.variable(last)}}`;
    return refer(first);
  };
  /** Several values: those of which an aggregator chooses one. */
  const nameAll = (selector: Selector, name: (source: Selector) => string | undefined): string | undefined => {
    const names = listSources(nodes, selector).flatMap((source) => name(source) ?? []);
    return [...new Set(names)].join(" or ") || refer(selector[0] ?? "");
  };
  const nameSource = (source: Selector): string | undefined => {
    const named = nameOne(source);
    return nodes.get(source[0] ?? "")?.type === "knowledge-retrieval" ? passages : named;
  };
  const nameContext = () => (context.length > 0 && nameAll(context, nameSource)) || passages;
  const replaced = replaceMarked(text, ["{{#", "#}}"], (inside) =>
    inside === "context" ? nameContext() : nameAll(inside.split("."), nameOne),
  );
  return replaceMarked(replaced, ["{{", "}}"], (inside) =>
    /^[^\s{}#]{1,90}$/.test(inside) ? `{${draft.variable(inside)}}` : undefined,
  );
}
