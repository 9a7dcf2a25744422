import { type Mutant, mutantsOf } from "../mutant";

const folder = "lib/server/budgets";
const suite = "tests/api/budgets.test.ts";
const changers = "tests/api/budget-changers.test.ts";
const form = "tests/api/budget-form.test.ts";
const parallel = "tests/api/budgets-parallel.test.ts";

/** What may be spent, who is told, who may let a run pass. */
export const budgetMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/service.ts`,
    [suite],
    ["nothing holds a run", "hard: used.filter(({ hard }) => hard),", "hard: [],"],
    ["a run passes no budget", "isUsedUp(budget, free) && !passed.has(budget.subjectId)", "isUsedUp(budget, free)"],
    ["models without a price spend money", "unpriced: limited && (", "unpriced: false && ("],
    [
      "people are told with each call",
      "eq(budgets.subjectId, subjectId), untold)",
      "eq(budgets.subjectId, subjectId))",
    ],
  ),
  ...mutantsOf(
    `${folder}/service.ts`,
    [changers],
    ["a budget lasts for ever", "case when month = ${thisMonth} then spent_tokens else 0 end", "spent_tokens"],
    ["anybody lets a run pass", "if (refusal) throw refusal;", ""],
  ),
  ...mutantsOf(
    `${folder}/service.ts`,
    [parallel, "set up while"],
    [
      "calls are counted while a budget is set up",
      "await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKind}, hashtext(id)) from ${subjects} s`);",
      "",
    ],
  ),
  ...mutantsOf(
    `${folder}/service.ts`,
    [parallel, "none waiting, round [5-9]$"],
    ["a run waits for a budget that was raised", "if (subjectIds.length === 0) return true;", "return true;"],
  ),
  ...mutantsOf(
    "lib/server/models/providers/step.ts",
    ["tests/unit/providers/step.test.ts", "a count that is none"],
    ["a provider takes tokens off a budget", "total >= 0 && total <= tokensMost", "total <= tokensMost"],
    ["a provider counts what cannot be", "Number.isSafeInteger(total) && ", ""],
  ),
  ...mutantsOf(
    `${folder}/room.ts`,
    [suite],
    ["a run goes on although nothing is left", "return !row?.hard || !isUsedUp(row);", "return true;"],
  ),
  ...mutantsOf(
    `${folder}/may-change.ts`,
    [changers],
    ["every member lets a run pass", "return permissions.has(bit) ?", "return true ?"],
    ["a key of some teams decides for all", 'scope === "org" && principal.scope?.teamIds', "false"],
    ["a key lets its own runs pass", 'principal.kind === "session" ?', "true ?"],
  ),
  ...mutantsOf(
    `${folder}/service.ts`,
    [changers, "a visitor"],
    ["visitors let runs pass", ': new AppError("forbidden", unavailable);', ": undefined;"],
  ),
  ...mutantsOf(
    `${folder}/go-on.ts`,
    [suite, "that is raised"],
    ["a budget that is not raised enough lets runs go on", "if (!(await hasRoom(db, subject.id))) return;", ""],
    ["one budget is raised for all", "if (budget?.subjectId !== subject.id) continue;", ""],
  ),
  ...mutantsOf(
    `${folder}/changers.ts`,
    [changers, "who may"],
    [
      "a private app's budget is told of to everybody",
      "!hidden || one.id === hidden.createdBy || admin(one.bits)",
      "true",
    ],
  ),
  ...mutantsOf(
    "lib/contract/budgets.ts",
    [form, "a change of a budget"],
    ["budgets of parts of a cent", '.multipleOf(0.01, "Give whole cents.")', ""],
    ["budgets of any height", ".max(budgetMoneyMost, `Give at most $${figure.format(budgetMoneyMost)}.`)", ""],
  ),
  ...mutantsOf(
    `${folder}/handlers.ts`,
    [suite],
    ["raising a budget lets nothing go on", "afterCommit(() => void goOn()", "void (() => void goOn()"],
  ),
  ...mutantsOf(
    `${folder}/handlers.ts`,
    [changers],
    ["a private app's budget is everybody's", ", visible(viewer, apps));", ");"],
    ["anybody's key", "and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, keyId))", "eq(apiKeys.id, keyId)"],
  ),
  ...mutantsOf(
    "lib/server/runs/visitor-events.ts",
    ["tests/unit/runs/visitor-events.test.ts"],
    ["visitors read of the budget", "reason && (reasons[String(asks)] ?? question)", "reason"],
    ["visitors read who decided", 'if (body.kind === "budget") return', "if (false) return"],
  ),
  ...mutantsOf(
    "lib/server/runs/budget-guard.ts",
    ["tests/api/budgets-processes.test.ts", "stay within one call"],
    ["tasks of a run spend the rest of a budget at once", "if (checked.isTight && turn)", "if (false && turn)"],
  ),
  ...mutantsOf(
    "lib/server/runs/agent-loop.ts",
    ["tests/api/budgets-processes.test.ts", "plenty"],
    [
      "budgets that are far from used up hold tasks up",
      "budgetGuard(db, run, loaded, passed, talk.turn)",
      "budgetGuard(db, run, loaded, passed, (void talk.turn?.take(), talk.turn))",
    ],
  ),
];
