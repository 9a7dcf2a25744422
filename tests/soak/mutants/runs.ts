import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const chat = "tests/api/runs.test.ts";
const waiting = "tests/api/runs-waiting.test.ts";
const tools = "tests/api/runs-tools.test.ts";
const shares = "tests/api/fair-share.test.ts";
const revoked = "tests/api/runs-revoked.test.ts";

/** The engine: leases, one ending, nothing twice, bounds. */
export const runMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/runs/lease/lease.ts`,
    [chat, "a chat run"],
    ["anyone writes for a run", "assertHeld", replace("|| 1", "!$1_1_owner"), "a95a10bf20"],
    ["an older attempt of the same worker writes", "assertHeld", drop("comparison 3"), "8479abbf20"],
    ["a lost lease is not noticed", "assertHeld", drop("comparison 2"), "33271fbf20"],
    ["being stopped counts as an attempt", "requeue", drop("object 1 > property 3"), "10d72f0422"],
  ),
  ...mutantsOf(
    `${server}/platform/jobs/lease.ts`,
    [chat, "a chat run"],
    [
      "a lease never runs out",
      "defineLease",
      reword("template 4", "{1} is null or {2} < now()", "{1} is null"),
      "90af513af8",
    ],
  ),
  ...mutantsOf(
    `${server}/platform/jobs/lease.ts`,
    [shares],
    [
      "a team has any number of runs under way",
      "defineLease",
      reword("template 11", "and place <= {24}", ""),
      "c9efe43af8",
    ],
    ["teams take no turns", "defineLease", reword("template 11", "order by place, ", "order by "), "c9efe43af8"],
    [
      "two workers take one run",
      "defineLease",
      reword("template 11", "for update of {26} skip locked", ""),
      "c9efe43af8",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/lease/team-load.ts`,
    [shares],
    ["any number of runs wait", "hasTeamRoom", drop("if 1"), "3b89d278df"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/outcome/assert-idle.ts`,
    [chat],
    ["a session has concurrent runs", "assertIdle", always("if 1"), "dc2674d1c1"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/start.ts`,
    [chat],
    ["a conversation never ends", "startRun", drop("if 3"), "215f4f8f63"],
  ),
  ...mutantsOf(
    "lib/server/resources/sessions/service.ts",
    ["tests/api/races.test.ts"],
    ["a session's starts do not wait for one another", "selectVisible", never("ternary 1"), "7bc797c0fb"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process-run.ts`,
    [chat, "a chat run"],
    ["a run is retried forever", "processRun", drop("if 2"), "f09b8ebff7"],
    ["a continued process starts no more tasks", "processRun", never("|| 1"), "3756c4bff7"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/worker.ts`,
    [chat, "a chat run"],
    ["a worker that stops keeps its runs", "createWorker", never("ternary 2"), "9d4b6ffd1b"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/worker.ts`,
    [chat, "stops within a second"],
    ["a stop stops nothing", "createWorker", drop("if 6"), "52e74ffd1b"],
  ),
  ...mutantsOf(
    `${server}/platform/jobs/lease.ts`,
    ["tests/api/clock-set-back.test.ts", "leaves it to its worker"],
    [
      "a stop takes a run from its worker",
      "defineLease",
      reword("template 5", ">= now()", "> now() + interval '1 day'"),
      "ba06f43af8",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/lease/lease.ts`,
    ["tests/api/clock-set-back.test.ts", "leaves it to its worker"],
    ["without room on the disk nothing is stopped", "claimRuns", reword("template 2", "{1}", "false"), "c1f81a70b2"],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/pipeline/work/unread.ts",
    ["tests/api/clock-set-back.test.ts", "whatever the process's"],
    [
      "the next try is by the process's clock",
      "scheduleRetry",
      replace("call 1", "new Date(Date.now() + $1)"),
      "274212d69e",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/cancel.ts`,
    ["tests/api/stops.test.ts", "ends a waiting run"],
    ["a stop whose end failed is forgotten", "requestCancel", drop("object 1 > property 2"), "77ac5fd397"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/cancel.ts`,
    ["tests/api/stops.test.ts", "whose lease has run out"],
    ["a worker whose lease has run out does not hear of a stop", "cancelRun", drop("statement 1"), "071f86801a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/tool-calls.ts`,
    ["tests/api/stops.test.ts", "counts what delegated work"],
    ["stopped delegated work costs nothing", "executeTool", never("ternary 1"), "6549a12449"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/execute.ts`,
    ["tests/api/worker-stops.test.ts", "of a chat"],
    ["a whole answer is made again", "executeRun", drop("not 2"), "ad6adf0a78"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/delegate.ts`,
    ["tests/api/worker-stops.test.ts", "of delegated work"],
    ["a whole answer of delegated work is made again", "runDelegation", drop("comparison 6"), "a430650c79"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/task.ts`,
    ["tests/api/worker-stops.test.ts", "while the file"],
    [
      "a whole answer to a task is made again",
      "executeTask",
      replace("variable 11", "$other", "comparison 2 > operand 1"),
      "428ab8035f",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/task-output.ts`,
    ["tests/api/worker-stops.test.ts", "while the file"],
    ["an answer is written before its file is stored", "storeAnswerOnFailure", never("ternary 1"), "44da936318"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/outcome/suspend.ts`,
    [chat, "once it is to be stopped"],
    ["a stopped run may wait", "suspendRun", drop("if 2"), "c2e8faaf32"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/outcome/finish.ts`,
    [chat, "a chat run"],
    ["events are written without the lease", "recordEvents", drop("statement 1"), "4e9d284c87"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/resume.ts`,
    [tools],
    [
      "a call that may have happened is made again",
      "settleOpenCalls",
      replace("&& 3", "$1 && $2 && false"),
      "0cb0b41c0a",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/resume.ts`,
    [waiting],
    ["a repeated call is not noted first", "settleOpenCalls", drop("array 2 > element 2"), "2064721c0a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/answer.ts`,
    [waiting, "an answer"],
    ["a request is answered twice", "checkAnswer", drop("if 1"), "3f18c8659a"],
    ["any decision will do", "checkAnswer", always("call includes 1"), "03bfb9659a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/calls/guards.ts`,
    ["tests/unit/runs/guards.test.ts"],
    ["a model repeats itself for ever", "createLoopGuard", never("comparison 1"), "7b4d303bca"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/agent-loop.ts`,
    [tools],
    ["steps are not counted", "runAgentLoop", replace("comparison 1", "$1 <= 100"), "40919d2d57"],
    ["loops are not stopped", "runAgentLoop", never("comparison 6"), "04e84f2d57"],
    ["the trace does not say that a loop was stopped", "runAgentLoop", drop("array 5 > element 2"), "2064722d57"],
  ),
  ...mutantsOf(
    "lib/server/platform/json-schema/check-arguments.ts",
    [tools],
    ["arguments are not checked", "findArgumentsProblem", replace("&& 1 > operand 1", "undefined"), "8e0bd3f8da"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/agent-loop.ts`,
    ["tests/api/runs-principal.test.ts"],
    ["a step outlives its principal's membership", "runAgentLoop", drop("statement 8"), "4e9d282d57"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/context/load.ts`,
    ["tests/api/runs-principal.test.ts"],
    ["a run that is taken up outlives its principal's membership", "findRun", drop("&& 1 > operand 2"), "871ec6e804"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/context/assert-authorized.ts`,
    [revoked],
    ["a run outlives its principal's membership", "findRevokedRuns", never("not 1"), "ad6adfa2e9"],
    ["an answer outlives the visitor's link", "findRevokedRuns", never("&& 1"), "f66741a2e9"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/worker.ts`,
    [revoked],
    ["a link whose time is over is not noticed", "createWorker", drop("statement 19"), "3579e1fd1b"],
  ),
  ...mutantsOf(
    "lib/server/access/broadcast/broadcast.ts",
    [revoked],
    ["workers keep the runs of removed members", "applyLiveMessage", drop("statement 5"), "f94e932408"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/events.ts`,
    ["tests/api/realtime.test.ts", "sessions"],
    ["readers get the prompt", "withoutPrompt", never("comparison 1"), "1e2bc0eb85"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/hub.ts`,
    [chat, "joins in the middle"],
    [
      "text that was written before is not sent",
      "continueReading",
      replace("await 2", "$other.live.clear()", "call 1 > argument 2"),
      "93b32485b4",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/steps/watch-for-silence.ts`,
    ["tests/unit/runs/patience.test.ts"],
    ["silence is waited out", "watchForSilence", drop("if 1"), "41866942f7"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/partial-texts.ts`,
    [chat, "saves no text"],
    [
      "a lost attempt's text is saved",
      "insertPieces",
      reword(
        "template 1",
        "where exists (select from runs where runs.id = p->>'runId' and runs.status = 'running' and runs.lease_owner = p->>'owner' and runs.attempt = (p->>'attempt')::int)",
        "",
      ),
      "4bc0495ddd",
    ],
  ),
  ...mutantsOf(
    "lib/server/api/http/calls/idempotency.ts",
    ["tests/api/resources.test.ts", "idempotency"],
    ["a key answers another body", "findFirstResponse", drop("if 1"), "d5823b2745"],
    ["a key is taken anew", "runOnce", drop("if 2"), "954daa4137"],
  ),
  ...mutantsOf(
    "lib/server/platform/db/query/edit.ts",
    ["tests/api/resources.test.ts", "edits|what is in use"],
    ["an old version wins", "checkVersion", always("comparison 1"), "5450d29e4f"],
    ["what is in use is deleted", "checkUnused", always("comparison 1"), "237f74c150"],
  ),
];
