import { type Mutant, mutantsOf } from "../mutant";

const runs = "lib/server/runs";
const approvals = "tests/api/approvals.test.ts";
const inbox = "tests/api/inbox.test.ts";
const schedules = "tests/api/schedules.test.ts";

/** What waits for people: approvals, the inbox, deadlines; and apps that run by themselves. */
export const peopleMutants: Mutant[] = [
  ...mutantsOf(
    `${runs}/call-problem.ts`,
    [approvals],
    ["nobody is asked before a call", "tool?.requireApproval === true && !problem(tool, call)", "false"],
    ["a call that cannot be made is asked about", " && !problem(tool, call)", ""],
  ),
  ...mutantsOf(
    `${runs}/resume.ts`,
    [approvals],
    [
      "a proposed call is made after a crash",
      "const waiting = there.filter(({ begun }) => !begun);",
      "const waiting: OpenCall[] = [];",
    ],
    ["a call is made while it waits", "!waiting.includes(call)", "true"],
  ),
  ...mutantsOf(
    `${runs}/open-calls.ts`,
    [approvals],
    ["changed arguments are forgotten", "if (said.args !== undefined)", "if (false)"],
    ["an approved call counts as never begun", "      known.begun = true;\n", ""],
  ),
  ...mutantsOf(
    `${runs}/answer-form.ts`,
    [approvals],
    ["changed arguments need not fit", "if (misfit) throw", "if (misfit && false) throw"],
    ["a rejected call has no result", '(kind !== "repeat" && kind !== "approval")', 'kind !== "repeat"'],
  ),
  ...mutantsOf(
    `${runs}/answer.ts`,
    [approvals],
    ["who answers second is not told", "if (answered) throw", "if (answered && false) throw"],
  ),
  ...mutantsOf(
    `${runs}/answer.ts`,
    [inbox],
    ["anybody answers for anybody", "await rights?.allow(tx, request);", ""],
    ["an answered question stays in the inbox", "await dropRequest(tx, request.requestId);", ""],
  ),
  ...mutantsOf(
    "lib/server/inbox/queries.ts",
    [inbox],
    ["the inbox is everybody's", "eq(inputRequests.teamId, viewer.teamId), ", ""],
    ["private sessions show in the inbox", "seen && (asked ? or(seen, asked) : seen)", "undefined"],
  ),
  ...mutantsOf(
    "lib/server/inbox/service.ts",
    [inbox],
    [
      "a question's session is anybody's to answer in",
      "eq(inputRequests.id, requestId), addressedTo(seer)",
      "eq(inputRequests.id, requestId)",
    ],
  ),
  ...mutantsOf(
    `${runs}/deadlines.ts`,
    [inbox],
    ["questions end before their time", ".where(lte(inputRequests.deadline, sql`now()`))", ""],
    ["a run is ended at its deadline although it goes on", ', eq(runs.status, "waiting")', ""],
    ["a question is passed on twice", ', eq(inputRequests.onDeadline, "pass")', ""],
  ),
  ...mutantsOf(
    "lib/server/apps/due.ts",
    [schedules],
    ["two processes start one due run", '.for("update", { skipLocked: true })', ""],
    ["missed runs are made up for one by one", "while (next <= now) next = afterPeriod(next, unit);", ""],
    ["runs of a schedule pile up", "if (await isOpen(tx, app)) return {};", ""],
    ["somebody who has left goes on running apps", "|| !(await standsIn(tx, teamId, principalId))", ""],
    ["a schedule goes on that the plan does not allow", "checkPeriod({ orgId", "void ({ orgId"],
  ),
  ...mutantsOf(
    "lib/server/apps/schedule.ts",
    [schedules],
    [
      "anybody has apps run as anybody",
      "const same = principalId === accountId",
      "const same = true || principalId === accountId",
    ],
    ["a schedule of any period", "await requirePeriod(tx, caller.team.orgId, unit);", ""],
    ["a schedule may hold secrets", "return found.secret ?", "return found.secret && false ?"],
  ),
];
