import { asList, asRecord, asRecords, asText } from "../shared/values.ts";
import type { DifyFlow, DifyNode } from "./node.ts";

/** Names a value: a node or a group of variables, and what of it. */
export type Selector = readonly string[];

/** What prompts of a node read about aggregators. */
const maxSources = 50;
const aggregators = new Set(["variable-aggregator", "variable-assigner"]);

export const toSelector = (value: unknown): string[] => asList(value).map(asText);

/** What the context of a node's prompts stands for; empty: it's switched off. */
export function readContext({ data }: DifyNode): Selector {
  const { enabled, variable_selector: selector } = asRecord(data.context);
  return enabled === true ? toSelector(selector) : [];
}

/** The values that an aggregator chooses from, in the group that a selector names, if it has groups. */
function listChoices({ data }: DifyNode, [, name]: Selector): Selector[] {
  const { group_enabled: isGrouped, groups } = asRecord(data.advanced_settings);
  const group = asRecords(groups).find(({ group_name: one }) => asText(one) === name);
  const { variables } = (isGrouped === true && group) || data;
  return asList(variables).slice(0, maxSources).map(toSelector);
}

/** The values that a selector stands for: itself, or those that an aggregator chooses from. */
export function listSources(nodes: DifyFlow["nodes"], selector: Selector): Selector[] {
  const found: Selector[] = [];
  const seen = new Set<string>();
  const open = [selector];
  for (let at = open.pop(); at && seen.size < maxSources; at = open.pop()) {
    const key = at.join(".");
    if (seen.has(key)) continue;
    seen.add(key);
    const node = nodes.get(at[0] ?? "");
    if (node && aggregators.has(node.type)) open.push(...listChoices(node, at).toReversed());
    else found.push(at);
  }
  return found;
}
