/** Whose spending a budget limits. */
export const budgetScopes = ["org", "team", "app", "key"] as const;
export type BudgetScope = (typeof budgetScopes)[number];

/** US dollars and tokens that a month's budget may have. */
export const budgetMoneyLeast = 0.01;
export const budgetMoneyMost = 10_000_000;
export const budgetTokensMost = 1_000_000_000_000;
