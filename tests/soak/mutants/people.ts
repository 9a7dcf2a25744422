import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const server = "lib/server";
const approvals = "tests/api/approvals.test.ts";
const inbox = "tests/api/inbox.test.ts";
const schedules = "tests/api/schedules.test.ts";
const principal = "tests/api/schedules-principal.test.ts";

/** What waits for people: approvals, the inbox, deadlines; and apps that run by themselves. */
export const peopleMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/runs/calls/call-problem.ts`,
    [approvals],
    ["nobody is asked before a call", "checkCalls", never("comparison 2"), "00b5876044"],
    ["a call that can't be made is asked about", "checkCalls", drop("not 1"), "ad6adf6044"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/resume.ts`,
    [approvals],
    ["a proposed call is made after a crash", "settleOpenCalls", replace("call filter 4", "[]"), "f38d731c0a"],
    ["a call is made while it waits", "runStepCalls", never("call includes 1"), "03bfb9cd1c"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/calls/open-calls.ts`,
    [approvals],
    ["changed arguments are forgotten", "collectOpenCalls", drop("if 6"), "93c48c59d3"],
    ["an approved call counts as never begun", "collectOpenCalls", drop("statement 10"), "03c1be59d3"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/answer-form.ts`,
    [approvals],
    ["changed arguments need not fit", "findChangedArgs", drop("if 2"), "1d4ea28803"],
    ["a rejected call has no result", "toSubstituteResult", drop("comparison 5"), "b23f36610a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/answer.ts`,
    [approvals],
    ["who answers second is not told", "checkAnswer", drop("if 1"), "3f18c8659a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/answer.ts`,
    [inbox],
    ["anybody answers for anybody", "answerRequest", drop("statement 2"), "37f7e909c8"],
    ["an answered question stays in the inbox", "answerRequest", drop("statement 4"), "70a12209c8"],
  ),
  ...mutantsOf(
    "lib/server/resources/inbox/queries.ts",
    [inbox],
    ["the inbox is everybody's", "matchesListed", drop("call eq 1"), "c691daf64f"],
    ["private sessions show in the inbox", "matchesListed", drop("&& 1"), "df1d2bf64f"],
  ),
  ...mutantsOf(
    "lib/server/resources/inbox/queries.ts",
    ["tests/api/page-size.test.ts", "questions"],
    ["a page of the inbox has any length", "selectPage", replace("call min 1", "$1"), "bac5168a49"],
  ),
  ...mutantsOf(
    "lib/server/resources/inbox/service.ts",
    [inbox],
    ["a question's session is anybody's to answer in", "isAddressed", drop("call and 2 > argument 3"), "3714b93b5c"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/deadlines.ts`,
    [inbox],
    ["questions end before their time", "handleDeadlines", drop("call lte 1"), "2088b8259b"],
    ["a run is ended at its deadline although it goes on", "claimRun", drop("call eq 4"), "14e88ce7d6"],
    ["a question is passed on twice", "reassign", drop("call eq 4"), "1b8e9643b9"],
  ),
  ...mutantsOf(
    "lib/server/platform/jobs/lock-due.ts",
    [schedules],
    ["two processes start one due run", "lockDue", replace("call for 1", "$owner"), "eb298b0d5b"],
  ),
  ...mutantsOf(
    "lib/server/resources/apps/due.ts",
    [schedules],
    ["runs of a schedule pile up", "startOne", drop("if 4"), "4bc0c68836"],
    ["who may not start an app goes on running it", "findPauseReason", drop("if 2"), "524eddfa8d"],
    [
      "a schedule goes on that the plan does not allow",
      "findPauseReason",
      replace("statement 1 > value", "void ($1, $2)"),
      "94c54bfa8d",
    ],
  ),
  ...mutantsOf(
    "lib/utils/schedule/next-occurrence.ts",
    ["tests/unit/next-occurrence.test.ts"],
    ["a month from a 31st is counted as none", "nextPeriod", never("loop 1"), "c5d61c5560"],
    ["a schedule runs before its start", "nextOccurrence", drop("call max 1 > argument 2"), "08db425f0d"],
    ["a week has no other weekdays", "nextOccurrence", never("if 2"), "d728825f0d"],
  ),
  ...mutantsOf(
    "lib/server/resources/apps/schedule.ts",
    [schedules],
    ["anybody has apps run as anybody", "findPrincipalIssues", always("comparison 1"), "6b873f7197"],
    ["a schedule of any period", "toScheduleColumns", drop("statement 1"), "d8751a1f4c"],
    ["a schedule may hold secrets", "findValueIssues", never("ternary 1"), "47acfba7a8"],
  ),
  ...mutantsOf(
    "lib/server/resources/apps/schedule.ts",
    [principal],
    [
      "an editor changes the message of another member's schedule",
      "findKeptPrincipal",
      always("ternary 1"),
      "f6892efbc5",
    ],
    ["values are no part of what is said", "findKeptPrincipal", drop("call isDeepStrictEqual 1"), "871ec6fbc5"],
    ["how often is no part of what is said", "findKeptPrincipal", drop("call isSameTiming 1"), "9d23bffbc5"],
    ["when it begins is no part of what is said", "findKeptPrincipal", drop("&& 1 > operand 2"), "dcee75fbc5"],
    ["the message is no part of what is said", "findKeptPrincipal", drop("comparison 4"), "fc6c01fbc5"],
    ["a chat's schedule says nothing", "toScheduleColumns", never("not 1"), "ad6adf1f4c"],
  ),
  ...mutantsOf(
    "lib/server/resources/apps/principal.ts",
    [principal],
    ["who may only read runs apps", "findPrincipalProblem", drop("if 2"), "ae6b61a11e"],
    ["a private app runs as a member who can't see it", "findPrincipalProblem", never("comparison 1"), "a69235a11e"],
  ),
  ...mutantsOf(
    `${server}/platform/jobs/process-due.ts`,
    ["tests/api/clock-poison.test.ts"],
    ["a schedule that breaks stops all", "processDue", always("comparison 2"), "1debd7a5e5"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/deadlines.ts`,
    ["tests/api/clock-poison.test.ts"],
    ["deadlines behind many broken ones are never worked", "handleDeadlines", always("comparison 2"), "28a20f259b"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/outcome/input-request-rows.ts`,
    ["tests/api/process-people.test.ts"],
    ["a question does not say for whom by name", "withNamesAndDeadlines", always("not 1"), "ad6adf11cb"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/form-input.ts`,
    ["tests/api/process-people.test.ts"],
    ["blanks fill in a form", "isEmpty", replace("call trim 1", "$owner"), "bd82ea674c"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/resume.ts`,
    ["tests/api/answers-races.test.ts", "a call that was broken off"],
    [
      "anybody repeats what only some approve",
      "settleOpenCalls",
      replace("call push 1 > argument 1 > argument 2", "[]"),
      "6531bd1c0a",
    ],
    ["a call that may have happened counts as refused", "settleOpenCalls", drop("|| 1 > operand 2"), "ee044a1c0a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/resume.ts`,
    ["tests/api/mcp-approvals.test.ts", "approv"],
    ["an approval covers whatever the tool has become", "invalidateApproval", always("comparison 1"), "2f12d6767c"],
    ["a changed tool repeats an approved call", "settleOpenCalls", drop("|| 2 > operand 2"), "31bcf71c0a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/calls/open-calls.ts`,
    ["tests/api/mcp-approvals.test.ts", "approv"],
    ["nobody knows what was approved", "collectOpenCalls", drop("statement 7"), "77e3d559d3"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/calls/open-calls.ts`,
    ["tests/api/mcp-approvals.test.ts", "once more"],
    [
      "a call that is allowed once more is allowed of any revision",
      "collectOpenCalls",
      drop("statement 5"),
      "5e9d3759d3",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/tool-calls.ts`,
    ["tests/api/mcp-approvals.test.ts"],
    ["nobody knows which revision answered", "runCall", never("comparison 2"), "cad1e934fa"],
  ),
  ...mutantsOf(
    "lib/server/resources/shares/of-visitor.ts",
    ["tests/api/visitor-forms.test.ts"],
    ["named visitors share what they have begun", "matchesVisitor", drop("call and 1 > argument 2"), "46d08e6b30"],
    ["a named visitor is somebody else on another device", "matchesVisitor", never("ternary 2"), "f731bf6b30"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/outcome/notify-waiting.ts`,
    ["tests/api/visitor-forms.test.ts"],
    ["no visitor is mailed that their process waits", "notifyWaiting", never("&& 3"), "06a88f91d4"],
    ["visitors are mailed what is asked of the team", "notifyWaiting", always("&& 2 > operand 2"), "51fc9491d4"],
  ),
];
