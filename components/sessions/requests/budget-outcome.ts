import type { ThreadRequest } from "@/lib/session-log/requests";

const budgetNames: Record<string, string> = {
  org: "the organization's budget",
  team: "the team's budget",
  app: "the app's budget",
  key: "the API key's budget",
};

/** Returns the outcome of a budget request, without a period. Visitors only see whether the run continued. */
export function budgetOutcome({ budget, answer }: ThreadRequest): string {
  if (!budget) return answer ? "The answer continues" : "The answer ended while waiting";
  const budgetName = budgetNames[budget.scope] ?? "the budget";
  switch (answer?.decision) {
    case "approve":
      return `${answer.by} allowed this run to exceed ${budgetName}`;
    case "raised":
      return `${answer.by} changed ${budgetName}, and the run continued`;
    case "again":
      return `The run continued: ${budgetName} was available again`;
    default:
      return `The run ended while waiting for ${budgetName}`;
  }
}
