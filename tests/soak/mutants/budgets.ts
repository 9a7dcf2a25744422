import { type Mutant, mutantsOf } from "../mutant";

const folder = "lib/server/budgets";
const suite = "tests/api/budgets.test.ts";
const parallel = "tests/api/budgets-parallel.test.ts";

/** What may be spent, who is told, who may let a run pass. */
export const budgetMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/service.ts`,
    [suite],
    ["nothing holds a run", "hard: used.filter(({ hard }) => hard),", "hard: [],"],
    ["a run passes no budget", " && !passed.has(budget.subjectId)", ""],
    ["models without a price spend money", "unpriced: limited && (", "unpriced: false && ("],
    ["a budget lasts for ever", "case when month = ${thisMonth} then spent_tokens else 0 end", "spent_tokens"],
    [
      "people are told with each call",
      "eq(budgets.subjectId, subjectId), untold)",
      "eq(budgets.subjectId, subjectId))",
    ],
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
    `${folder}/room.ts`,
    [suite],
    ["a run goes on although nothing is left", "return !row?.hard || !isUsedUp(row);", "return true;"],
  ),
  ...mutantsOf(
    `${folder}/may-change.ts`,
    [suite],
    ["every member lets a run pass", "return permissions.has(bit) ?", "return true ?"],
  ),
  ...mutantsOf(
    `${folder}/handlers.ts`,
    [suite],
    ["a private app's budget is everybody's", ", visible(viewer, apps));", ");"],
    ["anybody's key", "and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, keyId))", "eq(apiKeys.id, keyId)"],
  ),
  ...mutantsOf(
    "lib/server/runs/visitor-events.ts",
    ["tests/unit/runs/visitor-events.test.ts"],
    ["visitors read of the budget", 'asks === "budget" ? usedUp : question', "reason"],
    ["visitors read who decided", 'if (body.kind === "budget") return', "if (false) return"],
  ),
];
