import type { ThreadRequest } from "@/lib/session-log/requests";

const whose: Record<string, string> = {
  org: "the organization's budget",
  team: "the team's budget",
  app: "the app's budget",
  key: "the API key's budget",
};

/** Returns the outcome of a budget request as a sentence without the full stop. Visitors only see that it is over. */
export function budgetOutcome({ budget, answer }: ThreadRequest): string {
  if (!budget) return answer ? "The answer goes on" : "The answer was not waited for";
  const its = whose[budget.scope] ?? "the budget";
  switch (answer?.decision) {
    case "approve":
      return `${answer.by} let this run pass ${its}`;
    case "raised":
      return `${answer.by} changed ${its}, and the run went on`;
    case "again":
      return `The run went on: ${its} had something left again`;
    default:
      return `The run was ended while it waited for ${its}`;
  }
}
