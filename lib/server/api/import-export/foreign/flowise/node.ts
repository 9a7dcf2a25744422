import type { Draft } from "../shared/draft.ts";
import { asRecord, asText, isBlank, type Json } from "../shared/values.ts";

/** A node of a flow, as far as it matters. */
export interface FlowiseNode {
  id: string;
  /** The component, such as `agentAgentflow`. */
  name: string;
  label: string;
  category: string;
  inputs: Json;
  ways: number;
  /** The node that it is in; empty: none. */
  parent: string;
}

export function toNode(node: Json): FlowiseNode {
  const data = asRecord(node.data);
  const name = asText(data.name);
  return {
    id: asText(node.id) || asText(data.id),
    name,
    label: asText(data.label) || name || "Node",
    category: asText(data.category),
    inputs: asRecord(data.inputs),
    ways: Array.isArray(data.outputAnchors) ? data.outputAnchors.length : 1,
    parent: asText(node.parentNode),
  };
}

/** Where a setting belongs in Muster. */
const noteFor = (name: string): string => {
  const lower = name.toLowerCase();
  if (/temperature|topp|maxtokens|penalty|timeout|streaming|reasoning|stop|basepath|proxy|cache/.test(lower))
    return "Muster keeps this with the model. Set it there.";
  if (lower.includes("memory")) return "Chats remember their messages, and tasks get the output of earlier ones.";
  return "Muster has no such setting.";
};

/** Adds each setting of a node that isn't used to the report. */
export function reportSettings(draft: Draft, label: string, settings: Json, used: readonly string[]): void {
  for (const [name, value] of Object.entries(settings)) {
    if (isBlank(value) || used.includes(name) || name === "undefined") continue;
    draft.part(`${label}: ${name}`, "setting").left(noteFor(name));
  }
}

/** The node that an input's `{{id.data.instance}}` names. */
export function namedNode(value: unknown): string {
  const text = asText(value);
  const end = text.indexOf(".data.instance");
  return text.startsWith("{{") && end > 0 ? text.slice(2, end) : "";
}
