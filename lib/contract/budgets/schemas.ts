import { z } from "zod";
import { budgetScopes, maxBudgetMoney, maxBudgetTokens, minBudgetMoney } from "@/lib/constants/budgets";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField } from "../base/fields";
import { budgets as policies } from "./policies";

const figure = new Intl.NumberFormat("en");

/** Per month. Without money and tokens there is no budget. */
export const budgetForm = z.object({
  /** US dollars. */
  money: z
    .number("Enter an amount in US dollars.")
    .min(minBudgetMoney, `Enter $${minBudgetMoney} or more.`)
    .max(maxBudgetMoney, `Enter $${figure.format(maxBudgetMoney)} or less.`)
    .multipleOf(0.01, "Enter an amount in whole cents.")
    .nullable()
    .default(null),
  /** Input and output together. */
  tokens: z
    .number("Enter a whole number of tokens.")
    .int("Enter a whole number of tokens.")
    .min(1, "Enter 1 token or more.")
    .max(maxBudgetTokens, `Enter ${figure.format(maxBudgetTokens)} tokens or fewer.`)
    .nullable()
    .default(null),
  /** `soft`: a notification when it is used up. `hard`: runs wait as well. */
  mode: z.enum(["soft", "hard"], "Choose what happens when the budget is used up."),
});
export type BudgetForm = z.output<typeof budgetForm>;

const limits = z.object({
  money: z.number().nullable(),
  tokens: z.number().nullable(),
  mode: z.enum(["soft", "hard"]),
});

/** The spending of the month's model calls. */
const spent = z.object({
  /** US dollars of the calls whose price is known. */
  costUsd: z.number(),
  tokens: z.number(),
});

/** A budget with its spending this month. */
export const budgetState = limits.extend({ spent });

const state = z.object({
  scope: z.enum(budgetScopes),
  /** Null: there is none. */
  budget: limits.nullable(),
  spent,
  /** When it resets. */
  resetsAt: dateTime,
  /** Up to three people who can change it. */
  editors: z.array(z.string()),
});
export type BudgetState = z.output<typeof state>;

const awaitedBudget = state.extend({
  requestId: z.string(),
  /** The name of the budget's subject; null for an API key, whose name is private. */
  name: z.string().nullable(),
  /** The budget is no longer exceeded, so the run can continue. */
  available: z.boolean(),
  /** Whether the caller can change it, or let the run continue. */
  canEdit: z.boolean(),
});
export type ExceededBudget = z.output<typeof awaitedBudget>;

export const shapes = defineShapes({
  getOrg: { response: state },
  getTeam: { response: state },
  getApp: { response: state },
  getKey: { response: state },
  editOrg: { body: budgetForm, response: empty },
  editTeam: { body: budgetForm, response: empty },
  editApp: { body: budgetForm, response: empty },
  editKey: { body: budgetForm, response: empty },
  /** All open requests, or a single one. */
  asked: {
    query: z.object({ requestId: idField.optional() }),
    response: z.object({ budgets: z.array(awaitedBudget) }),
  },
});

export const budgets = withShapes(policies, shapes);
