import { z } from "zod";
import { budgetMoneyLeast, budgetMoneyMost, budgetScopes, budgetTokensMost } from "@/lib/constants/budgets";
import { budgets as calls } from "./calls/budgets";
import { defineShapes, withShapes } from "./endpoint";
import { dateTime, empty, idField } from "./fields";

const figure = new Intl.NumberFormat("en");

/** Of a month. Neither money nor tokens: no budget. */
export const budgetForm = z.object({
  /** US dollars. */
  money: z
    .number("Give an amount in US dollars.")
    .min(budgetMoneyLeast, `Give at least $${budgetMoneyLeast}.`)
    .max(budgetMoneyMost, `Give at most $${figure.format(budgetMoneyMost)}.`)
    .multipleOf(0.01, "Give whole cents.")
    .nullable()
    .default(null),
  /** Input and output together. */
  tokens: z
    .number("Give a whole number of tokens.")
    .int("Give a whole number of tokens.")
    .min(1, "Give at least 1 token.")
    .max(budgetTokensMost, `Give at most ${figure.format(budgetTokensMost)} tokens.`)
    .nullable()
    .default(null),
  /** `soft`: people are told when it is used up. `hard`: runs wait as well. */
  mode: z.enum(["soft", "hard"], "Choose what happens when it is used up."),
});
export type BudgetForm = z.output<typeof budgetForm>;

const limits = z.object({
  money: z.number().nullable(),
  tokens: z.number().nullable(),
  mode: z.enum(["soft", "hard"]),
});

/** What the month's model calls have come to. */
const spent = z.object({
  /** US dollars of the calls whose price is known. */
  costUsd: z.number(),
  tokens: z.number(),
});

const state = z.object({
  scope: z.enum(budgetScopes),
  /** Null: there is none. */
  budget: limits.nullable(),
  spent,
  /** When it starts anew. */
  resetsAt: dateTime,
  /** Up to three people who can change it. */
  changers: z.array(z.string()),
});
export type BudgetState = z.output<typeof state>;

const asked = state.extend({
  requestId: z.string(),
  /** What the budget is of; null for an API key, whose name is its owner's. */
  name: z.string().nullable(),
  /** There is something left again, so that the run can go on. */
  room: z.boolean(),
  /** The caller can change it, or let the run pass. */
  mayChange: z.boolean(),
});
export type AskedBudget = z.output<typeof asked>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  getOrg: { response: state },
  getTeam: { response: state },
  getApp: { response: state },
  getKey: { response: state },
  editOrg: { body: budgetForm, response: empty },
  editTeam: { body: budgetForm, response: empty },
  editApp: { body: budgetForm, response: empty },
  editKey: { body: budgetForm, response: empty },
  /** All that are open, or one of them. */
  asked: { query: z.object({ requestId: idField.optional() }), response: z.object({ budgets: z.array(asked) }) },
});

export const budgets = withShapes(calls, shapes);
