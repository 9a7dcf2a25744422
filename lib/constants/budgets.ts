/** What a budget can limit the spending of. */
export const budgetScopes = ["org", "team", "app", "key", "publication", "publicationKey"] as const;
export type BudgetScope = (typeof budgetScopes)[number];

/** Limits of a monthly budget, in US dollars and tokens. */
export const minBudgetMoney = 0.01;
export const maxBudgetMoney = 10_000_000;
export const maxBudgetTokens = 1_000_000_000_000;
