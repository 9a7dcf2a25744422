import { describe, expect, it } from "vitest";
import { budgetOutcome } from "@/components/sessions/requests/budget-outcome";
import { formatUsedUp, isUsedUp, nextMonth } from "@/lib/server/engine/budgets/budget";
import type { ThreadRequest } from "@/lib/session-log/requests";

const budget = {
  subjectId: "team",
  scope: "team" as const,
  hard: true,
  money: null as number | null,
  tokens: null as number | null,
  spentUsd: 0,
  spentTokens: 0,
};

describe("a budget", () => {
  it("is used up when either limit is reached, to the token", () => {
    expect(isUsedUp({ ...budget, tokens: 100, spentTokens: 99 })).toBe(false);
    expect(isUsedUp({ ...budget, tokens: 100, spentTokens: 100 })).toBe(true);
    expect(isUsedUp({ ...budget, money: 10, spentUsd: 9.99, tokens: 1, spentTokens: 0 })).toBe(false);
    expect(isUsedUp({ ...budget, money: 10, spentUsd: 10, tokens: 100, spentTokens: 0 })).toBe(true);
  });

  it("of money is of no matter to what costs nothing; of tokens it is", () => {
    const used = { ...budget, money: 1, spentUsd: 2 };
    expect([isUsedUp(used, true), isUsedUp({ ...used, tokens: 1, spentTokens: 1 }, true)]).toEqual([false, true]);
  });

  it("says what of it is spent", () => {
    const both = formatUsedUp({ ...budget, money: 10, spentUsd: 10.018, tokens: 1_000, spentTokens: 1_200 });
    expect(both).toMatch(/^The team's \w+ budget is used up: \$10\.02 of \$10\.00 and 1,200 of 1,000 tokens$/);
    expect(formatUsedUp({ ...budget, scope: "org", tokens: 1, spentTokens: 5 })).toMatch(
      /^The organization's .*: 5 of 1 token$/,
    );
  });

  it("starts anew with the month, in UTC", () => {
    expect(nextMonth(new Date("2026-12-31T23:59:59Z")).toISOString()).toBe("2027-01-01T00:00:00.000Z");
    expect(nextMonth(new Date("2026-01-31T00:00:00Z")).toISOString()).toBe("2026-02-01T00:00:00.000Z");
  });
});

describe("what became of the question", () => {
  const request = { budget: { scope: "app" }, answer: null } as unknown as ThreadRequest;
  const answer = (decision: string) => ({ ...request, answer: { decision, by: "Ada", reason: null, changed: false } });
  it("is told to members by name, and to visitors without", () => {
    expect(budgetOutcome(answer("approve"))).toBe("Ada allowed this run to exceed the app's budget");
    expect(budgetOutcome(answer("raised"))).toBe("Ada changed the app's budget, and the run continued");
    expect(budgetOutcome(request)).toBe("The run ended while waiting for the app's budget");
    expect(budgetOutcome({ ...answer("again"), budget: undefined })).toBe("The answer continues");
  });
});
