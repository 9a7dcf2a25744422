import { maxConcurrency } from "../../../../../constants/limits.ts";
import type { Compared } from "../flow/decision.ts";
import { asRecords, asText } from "../shared/values.ts";
import { toCompared } from "./branches.ts";
import type { DifyFlow, DifyNode, NodeReader } from "./node.ts";
import { toSelector } from "./selectors.ts";

/** Whether a selector names the whole output of a node that calls a model. */
const isWhole = ([, ...field]: string[]): boolean => field.join(".") === "text";

/** Whether a start node asks for files. */
const asksFiles = ({ data }: DifyNode, name: string): boolean =>
  asRecords(data.variables).some(({ variable, type }) => asText(variable) === name && asText(type).startsWith("file"));

/** The list that a selector names: a variable, or the output of a node. */
function toList(flow: DifyFlow, selector: string[]): Compared | undefined {
  const [first = "", name = ""] = selector;
  const source = flow.nodes.get(first);
  if (source?.type === "start" && asksFiles(source, name)) return undefined;
  if (source?.type !== "iteration") return toCompared(flow, selector);
  return isWhole(toSelector(source.data.output_selector)) ? { node: first, field: "" } : undefined;
}

/** A node that runs those in it for each item of a list. */
export const iteration: NodeReader = (flow, { id, label, data }, step) => {
  const asked = data.is_parallel === true ? Number(data.parallel_nums) || 10 : 1;
  const notes = [
    asked > maxConcurrency ? `The source works on ${asked} items at the same time, Muster on ${maxConcurrency}.` : "",
    flow.numbered.has(id) ? "The number of an item starts at 1 instead of 0." : "",
  ];
  step.iteration = {
    list: toList(flow, toSelector(data.iterator_selector)),
    output: toSelector(data.output_selector)[0] ?? "",
    start: asText(data.start_node_id),
    concurrency: Math.max(1, Math.min(maxConcurrency, Math.floor(asked))),
    note: notes.filter(Boolean).join(" "),
  };
  const onError = asText(data.error_handle_mode);
  if (onError && onError !== "terminated")
    flow.draft.part(`${label}: error_handle_mode`, "setting").left("A failed task ends the process.");
};
