import { maxCases, maxInputRequestMinutes } from "../../../../../constants/limits.ts";
import { asRecords, asText, type Json } from "../shared/values.ts";
import type { NodeReader } from "./node.ts";
import { toPrompt } from "./prompts.ts";

/** The way out on which a flow continues if no one responds in time. */
export const timeoutWay = "__timeout";

/** Where the fields of a form stand in its text. */
const fieldMark = /\{\{#\$output\.\w{1,100}#\}\}/g;

function readMinutes({ timeout, timeout_unit: unit }: Json): number | undefined {
  const minutes = Number(timeout) * (unit === "hour" ? 60 : 24 * 60);
  return minutes >= 1 ? Math.min(Math.round(minutes), maxInputRequestMinutes) : undefined;
}

/** A person chooses an action, and each has a way out. Without one for a timeout, the last action is the default case. */
export const humanInput: NodeReader = (flow, { id, label, data }, step) => {
  const { draft, timeouts } = flow;
  const actions = asRecords(data.user_actions).map((one) => ({ way: asText(one.id), name: asText(one.title) }));
  const fields = asRecords(data.inputs).map((one) => asText(one.output_variable_name));
  for (const field of fields)
    draft.part(`${label}: ${field}`, "input").needs("Add a form with this field to the next task.");
  const continues = timeouts.has(id);
  step.ways = Math.max(2, actions.length + (continues ? 1 : 0));
  step.part.branch("nodes", "A person chooses a branch.");
  const isChoice = actions.length > 1 && !continues;
  const cases = isChoice ? actions.slice(0, -1) : actions;
  const last = isChoice ? actions.at(-1) : undefined;
  if (cases.length === 0 || cases.length > maxCases) return;
  const minutes = readMinutes(data);
  step.decision = {
    cases,
    otherwise: last?.way ?? timeoutWay,
    otherwiseName: last?.name ?? "No response",
    asks: {
      write: (refer) =>
        toPrompt(draft, asText(data.form_content).replace(fieldMark, "").trim(), refer, flow) ||
        `Continue with ${label.replace(/[{}]/g, "")}?`,
      ...(minutes && { minutes, continues }),
    },
    ...(fields.length > 0 && { note: "Its fields are listed separately. The form has a comment." }),
  };
};
