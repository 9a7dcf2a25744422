import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const suite = "tests/api/budgets.test.ts";
const changers = "tests/api/budget-managers.test.ts";
const form = "tests/api/budget-form.test.ts";
const parallel = "tests/api/budgets-parallel.test.ts";

/** What may be spent, who is told, who may let a run pass. */
export const budgetMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/budgets/service.ts`,
    [suite],
    ["nothing holds a run", "checkBudgets", replace("call filter 3", "[]"), "665f11440f"],
    ["a run passes no budget", "checkBudgets", drop("not 1"), "e4ae74440f"],
    ["models without a price spend money", "checkBudgets", never("&& 4"), "f7ff86440f"],
    ["people are told with each call", "notifyUsedUp", drop("call and 1 > argument 2"), "ed9406d327"],
  ),
  ...mutantsOf(
    `${server}/engine/budgets/service.ts`,
    [changers],
    [
      "a budget lasts for ever",
      "addToSubjects",
      reword("template 1", "case when month = {4} then spent_tokens else 0 end", "spent_tokens"),
      "6c3a9304ed",
    ],
    ["anybody lets a run pass", "decideBudgetRequest", drop("if 2"), "5cb64f82eb"],
  ),
  ...mutantsOf(
    `${server}/engine/budgets/service.ts`,
    [parallel, "set up while"],
    [
      "calls are counted while a budget is set up",
      "addSpent",
      replace("call lockSubjects 1", "undefined"),
      "d1cdf1e3a7",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/budgets/service.ts`,
    [parallel, "none waiting, round [5-9]$"],
    ["a run waits for a budget that was raised", "lockUsedUpBudgets", always("comparison 1"), "237f746909"],
  ),
  ...mutantsOf(
    "lib/server/engine/models/providers/step.ts",
    ["tests/unit/providers/step.test.ts", "a count that is none"],
    ["a provider takes tokens off a budget", "toTokenCount", drop("comparison 2"), "972d03552d"],
    ["a provider counts what can't be", "toTokenCount", drop("call 1"), "03bfb9552d"],
  ),
  ...mutantsOf(
    `${server}/engine/budgets/room.ts`,
    [suite],
    ["a run goes on although nothing is left", "hasRoom", always("not 1"), "c5ef0d6ce6"],
  ),
  ...mutantsOf(
    `${server}/engine/budgets/may-change.ts`,
    [changers],
    ["every member lets a run pass", "findRefusal", always("call has 1"), "03bfb984fd"],
    ["a key of some teams decides for all", "findRefusal", drop("if 2"), "2a649184fd"],
    ["a key lets its own runs pass", "findRefusal", always("ternary 1"), "13586684fd"],
  ),
  ...mutantsOf(
    `${server}/engine/budgets/service.ts`,
    [changers, "a visitor"],
    ["visitors let runs pass", "decideBudgetRequest", replace("new 1", "undefined"), "176b9582eb"],
  ),
  ...mutantsOf(
    `${server}/resources/budgets/resume-waiting-runs.ts`,
    [suite, "that is raised"],
    ["a budget that is not raised enough lets runs go on", "resumeWaitingRuns", drop("if 1"), "ec48d9591a"],
    ["one budget is raised for all", "resumeWaitingRuns", drop("if 2"), "2f9f67591a"],
  ),
  ...mutantsOf(
    `${server}/engine/budgets/budget-managers.ts`,
    [changers, "who may"],
    ["a private app's budget is told of to everybody", "listBudgetManagers", always("not 1"), "ad6adf1b4d"],
  ),
  ...mutantsOf(
    "lib/contract/budgets/schemas.ts",
    [form, "a change of a budget"],
    ["budgets of parts of a cent", "budgetForm", replace("call multipleOf 1", "$owner"), "5898f6b7c7"],
    ["budgets of any height", "budgetForm", replace("call max 1", "$owner"), "6a8448b7c7"],
  ),
  ...mutantsOf(
    `${server}/resources/budgets/handlers.ts`,
    [suite],
    ["raising a budget lets nothing go on", "changeBudget", drop("statement 3"), "1a4b1ffc91"],
  ),
  ...mutantsOf(
    `${server}/resources/budgets/handlers.ts`,
    [changers],
    ["a private app's budget is everybody's", "getAppSubject", drop("call and 1 > argument 3"), "d1cdf12637"],
    ["anybody's key", "getKeySubject", drop("call eq 1"), "0d06a317f0"],
  ),
  ...mutantsOf(
    "lib/server/engine/runs/log/visitor-events.ts",
    ["tests/unit/runs/visitor-events.test.ts"],
    ["visitors read of the budget", "toVisitorReason", drop("?? 1"), "fcfcf15c00"],
    ["visitors read who decided", "toAnswerBody", drop("if 1"), "58d162455a"],
  ),
  ...mutantsOf(
    "lib/server/engine/runs/steps/budget-guard.ts",
    ["tests/api/budgets-processes.test.ts", "stay within one call"],
    ["parallel tasks of a run exceed a budget", "createBudgetGuard", drop("if 1"), "be5931729f"],
  ),
  ...mutantsOf(
    "lib/server/engine/runs/steps/budget-guard.ts",
    ["tests/api/budgets-processes.test.ts", "plenty"],
    ["budgets that are far from used up hold tasks up", "createBudgetGuard", drop("&& 1 > operand 1"), "054c62729f"],
  ),
];
