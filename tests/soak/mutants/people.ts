import { type Mutant, mutantsOf } from "../mutant";

const runs = "lib/server/runs";
const approvals = "tests/api/approvals.test.ts";
const inbox = "tests/api/inbox.test.ts";
const schedules = "tests/api/schedules.test.ts";
const principal = "tests/api/schedules-principal.test.ts";

/** What waits for people: approvals, the inbox, deadlines; and apps that run by themselves. */
export const peopleMutants: Mutant[] = [
  ...mutantsOf(
    `${runs}/call-problem.ts`,
    [approvals],
    ["nobody is asked before a call", "const asks = tool?.requireApproval === true;", "const asks = false;"],
    ["a call that cannot be made is asked about", "if (asks && !invalid) toApprove", "if (asks) toApprove"],
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
    "lib/server/inbox/queries.ts",
    ["tests/api/page-size.test.ts", "questions"],
    ["a page of the inbox has any length", "Math.min(limit, countFitting(found.map((row) => row.chars)))", "limit"],
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
    ["questions end before their time", "lte(inputRequests.deadline, sql`now()`), ", ""],
    ["a run is ended at its deadline although it goes on", ', eq(runs.status, "waiting")', ""],
    ["a question is passed on twice", ', eq(inputRequests.onDeadline, "pass")', ""],
  ),
  ...mutantsOf(
    "lib/server/apps/due.ts",
    [schedules],
    ["two processes start one due run", '.for("update", { skipLocked: true })', ""],
    ["runs of a schedule pile up", "if (await isOpen(tx, app)) return {};", ""],
    ["who may not start an app goes on running it", "if (barred) return", "if (barred && false) return"],
    ["a schedule goes on that the plan does not allow", "checkPeriod({ orgId", "void ({ orgId"],
  ),
  ...mutantsOf(
    "lib/server/apps/beat.ts",
    ["tests/unit/beat.test.ts"],
    ["missed runs are made up for one by one", "(gone + 1) * length", "length"],
    ["the beat drifts to the end of short months", "monthsAfter(from, gone + step)", "monthsAfter(next, step)"],
  ),
  ...mutantsOf(
    "lib/server/apps/schedule.ts",
    [schedules],
    [
      "anybody has apps run as anybody",
      "if (principalId === caller.accountId || principalId === kept || isTeamAdmin(caller)) return [];",
      "return [];",
    ],
    ["a schedule of any period", "await requirePeriod(tx, caller.team.orgId, unit);", ""],
    ["a schedule may hold secrets", "return found.secret ?", "return found.secret && false ?"],
  ),
  ...mutantsOf(
    "lib/server/apps/schedule.ts",
    [principal],
    [
      "an editor changes what is said in somebody's name",
      "return stays && isDeepStrictEqual(variables, scheduleVariables) ? principalId : null;",
      "return principalId;",
    ],
    ["values are no part of what is said", "&& isDeepStrictEqual(variables, scheduleVariables) ", ""],
    ["how often is no part of what is said", "unit === scheduleUnit && ", ""],
    ["when it begins is no part of what is said", "sameStart && ", ""],
    ["the message is no part of what is said", " && (message || null) === scheduleMessage", ""],
    ["a chat's schedule says nothing", 'row.type === "chat" && !message', "false"],
  ),
  ...mutantsOf(
    "lib/server/apps/principal.ts",
    [principal],
    ["who may only read runs apps", "if (member.readOnly)", "if (member.readOnly && false)"],
    ["a private app runs as whoever does not see it", "&& !admin && createdBy !== id", "&& false"],
  ),
  ...mutantsOf(
    "lib/server/apps/due.ts",
    ["tests/api/clock-poison.test.ts"],
    ["a schedule that breaks stops all", "if (seen.length === before) throw error;", "throw error;"],
  ),
  ...mutantsOf(
    `${runs}/deadlines.ts`,
    ["tests/api/clock-poison.test.ts"],
    ["deadlines behind many broken ones are never worked", "if (due.length < atOnce) return;", "return;"],
  ),
  ...mutantsOf(
    `${runs}/kept-requests.ts`,
    ["tests/api/process-people.test.ts"],
    ["a question does not say for whom by name", "if (!asks) return event;", "return event;"],
  ),
  ...mutantsOf(
    `${runs}/form-input.ts`,
    ["tests/api/process-people.test.ts"],
    ["blanks fill in a form", 'value.trim() === ""', 'value === ""'],
  ),
  ...mutantsOf(
    `${runs}/resume.ts`,
    ["tests/api/answers-races.test.ts", "a call that was broken off"],
    ["anybody repeats what only some approve", "pauseOf(asked, tools)", "pauseOf(asked, [])"],
    ["a call that may have happened counts as refused", " || outgrown(one, toolOf(one.call), misfits)", ""],
  ),
  ...mutantsOf(
    `${runs}/resume.ts`,
    ["tests/api/mcp-approvals.test.ts", "approv"],
    [
      "an approval covers whatever the tool has become",
      "if (!one.approval || one.approval.revisionId === tool?.origin?.revisionId) return;",
      "return;",
    ],
    ["a changed tool repeats an approved call", "(!tool.repeatable || lapsed)", "!tool.repeatable"],
  ),
  ...mutantsOf(
    `${runs}/open-calls.ts`,
    ["tests/api/mcp-approvals.test.ts", "approv"],
    ["nobody knows what was approved", "known.approval = shown.get(said.callId);", ""],
  ),
  ...mutantsOf(
    `${runs}/open-calls.ts`,
    ["tests/api/mcp-approvals.test.ts", "once more"],
    [
      "a call that is allowed once more is allowed of any revision",
      "shown.set(said.callId, { revisionId: said.revisionId ?? known.revisionId });",
      "",
    ],
  ),
  ...mutantsOf(
    `${runs}/tool-calls.ts`,
    ["tests/api/mcp-approvals.test.ts"],
    ["nobody knows which revision answered", "revisionId !== undefined && ", "false && "],
  ),
  ...mutantsOf(
    "lib/server/sessions/service.ts",
    ["tests/api/visitor-forms.test.ts"],
    ["named visitors share what they have begun", ", eq(shareVisitors.accountId, visitor.accountId)", ""],
    ["a named visitor is somebody else on another device", "elsewhere ? or(here, elsewhere) : here", "here"],
  ),
  ...mutantsOf(
    `${runs}/tell-waits.ts`,
    ["tests/api/visitor-forms.test.ts"],
    ["no visitor is mailed that their process waits", "if (visited && session.visitorId !== null)", "if (false)"],
    ["visitors are mailed what is asked of the team", '(asks?.assignee.type ?? "anyone") === "anyone"', "true"],
  ),
];
