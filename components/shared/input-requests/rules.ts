import type { Assignee, InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import { pluralize } from "@/lib/utils/text/pluralize";

/** The rules in a form; missing fields have their defaults. */
export type InputRequestValue = { [K in keyof InputRequestRules]?: InputRequestRules[K] | undefined };

export const defaultRules: InputRequestRules = {
  assignee: { type: "anyone" },
  minutes: null,
  onDeadline: "end",
  passTo: null,
};

/** Rules with the defaults of what is missing. */
export const completeRules = ({
  assignee = defaultRules.assignee,
  minutes = null,
  onDeadline = "end",
  passTo = null,
}: InputRequestValue): InputRequestRules => ({ assignee, minutes, onDeadline, passTo });

/** The timeouts to choose from, by their minutes. */
export const timeoutLabels: ReadonlyMap<number, string> = new Map([
  [15, "15 minutes"],
  [60, "1 hour"],
  [4 * 60, "4 hours"],
  [24 * 60, "1 day"],
  [3 * 24 * 60, "3 days"],
  [7 * 24 * 60, "1 week"],
  [30 * 24 * 60, "30 days"],
]);

export const describeTimeout = (minutes: number): string => timeoutLabels.get(minutes) ?? pluralize(minutes, "minute");

function describeAssignee(assignee: Assignee, nameOf: (id: string) => string): string {
  if (assignee.type === "role") return `anyone with the ${assignee.role} role`;
  return assignee.type === "account" ? nameOf(assignee.accountId) : "anyone";
}

/** Who is asked and by when, such as `anyone (timeout: 1 hour, then the run fails)`. */
export function describeRules(rules: InputRequestRules, nameOf: (id: string) => string): string {
  const { assignee, minutes, onDeadline, passTo } = rules;
  const whom = describeAssignee(assignee, nameOf);
  if (minutes === null) return whom;
  const next = onDeadline === "pass" && passTo ? `${describeAssignee(passTo, nameOf)} is asked` : "the run continues";
  const then = onDeadline === "end" ? "the run fails" : next;
  return `${whom} (timeout: ${describeTimeout(minutes)}, then ${then})`;
}
