import type { InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
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

const onTimeout: Record<InputRequestRules["onDeadline"], string> = {
  end: "the run fails",
  reject: "the run continues",
  pass: "the request is reassigned",
};

/** Who is asked and by when, such as `anyone (timeout: 1 hour, then the run fails)`. */
export function describeRules({ assignee, minutes, onDeadline }: InputRequestRules): string {
  const { type } = assignee;
  const whom =
    type === "role" ? `anyone with the ${assignee.role} role` : type === "account" ? "a specific person" : "anyone";
  return minutes === null ? whom : `${whom} (timeout: ${describeTimeout(minutes)}, then ${onTimeout[onDeadline]})`;
}
