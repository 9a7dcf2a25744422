import { maxItems } from "../../../../../constants/limits.ts";
import type { Compared } from "../flow/decision.ts";
import { push } from "../flow/flow.ts";
import type { Draft } from "../shared/draft.ts";
import { htmlToText } from "../shared/texts.ts";
import { asRecords, asText, parseInner } from "../shared/values.ts";
import type { Reader } from "./agent-node.ts";
import { toCompared, toReference } from "./branches.ts";
import type { FlowiseNode } from "./node.ts";

/** Characters of a list in the report. */
const maxShown = 300;

/** The outputs that set the flow's state, by its keys. */
function listStates(nodes: readonly FlowiseNode[]): Map<string, Compared[]> {
  const states = new Map<string, Compared[]>();
  for (const { id, inputs } of nodes)
    for (const name of ["llmUpdateState", "agentUpdateState"])
      for (const { key, value } of asRecords(parseInner(inputs[name]))) {
        const [first, ...field] = toReference(value).split(".");
        push(states, asText(key), first === "output" ? { node: id, field: field.join(".") } : undefined);
      }
  return states;
}

/** The list that an input names, or that stands in it. Of a state that several nodes set, none is known. */
function readList(draft: Draft, { inputs }: FlowiseNode, states: ReturnType<typeof listStates>) {
  const reference = toReference(inputs.iterationInput);
  const [first, second, key = ""] = reference.split(".");
  const [state, ...others] = (first === "$flow" && second === "state" && states.get(key)) || [];
  if (reference) return { list: others.length > 0 ? undefined : (state ?? toCompared(draft, reference)) };
  const value = parseInner(htmlToText(asText(inputs.iterationInput)).trim());
  if (!Array.isArray(value) || value.length > maxItems) return { list: undefined };
  const text = JSON.stringify(value);
  return { list: undefined, fixed: text.length > maxShown ? "the list of the source" : text };
}

/** Reads nodes that run those in them for each item of a list. `last`: the nodes that lead to no other. */
export function iterationReader(nodes: readonly FlowiseNode[], last: ReadonlySet<string>): Reader {
  const states = listStates(nodes);
  const lasts = new Map<string, string[]>();
  for (const { id, parent } of nodes) if (last.has(id)) push(lasts, parent, id);
  return (draft, node, step) => {
    const [output = "", ...others] = lasts.get(node.id) ?? [];
    const own = { output: others.length > 0 ? "" : output, start: "", concurrency: 1, note: "" };
    step.iteration = { ...readList(draft, node, states), ...own };
    return ["iterationInput"];
  };
}
