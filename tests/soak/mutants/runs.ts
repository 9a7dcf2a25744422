import { type Mutant, mutantsOf } from "../mutant";

const runs = "lib/server/runs";
const chat = "tests/api/runs.test.ts";
const waiting = "tests/api/runs-waiting.test.ts";
const tools = "tests/api/runs-tools.test.ts";
const shares = "tests/api/fair-share.test.ts";
const revoked = "tests/api/runs-revoked.test.ts";

/** The engine: leases, one ending, nothing twice, bounds. */
export const runMutants: Mutant[] = [
  ...mutantsOf(
    `${runs}/lease.ts`,
    [chat, "a chat run"],
    [
      "anyone writes for a run",
      'if (row?.status !== "running" || row.leaseOwner !== run.leaseOwner || row.attempt !== run.attempt)',
      "if (!row)",
    ],
    ["an older attempt of the same worker writes", " || row.attempt !== run.attempt)", ")"],
    ["a lost lease is not noticed", "row.leaseOwner !== run.leaseOwner || ", ""],
    ["being stopped counts as an attempt", "attempt: sql`greatest(${runs.attempt} - 1, 0)` })", "})"],
    ["a lease never runs out", "sql`(r.lease_until is null or r.lease_until < now())", "sql`r.lease_until is null"],
  ),
  ...mutantsOf(
    `${runs}/lease.ts`,
    [shares],
    ["a team has any number of runs under way", "and place <= ${runningPerTeam}", ""],
    ["teams take no turns", "order by place, r.date_created", "order by r.date_created"],
    ["two workers take one run", "for update of r skip locked", ""],
  ),
  ...mutantsOf(
    `${runs}/start.ts`,
    [shares],
    ["any number of runs wait", "if ((open?.queued ?? 0) >= queuedPerTeam)", "if (false)"],
  ),
  ...mutantsOf(
    `${runs}/start.ts`,
    [chat],
    [
      "a session has several runs at once",
      "if (open?.here) await refuse(tx, { id: open.here, sessionId }, appType);",
      "",
    ],
    ["a conversation never ends", "if (messageCount >= row.maxMessages)", "if (false)"],
  ),
  ...mutantsOf(
    "lib/server/sessions/service.ts",
    ["tests/api/races.test.ts"],
    [
      "a session's starts do not wait for one another",
      'found(await seen(tx, viewer, id).for("update"))',
      "found(await seen(tx, viewer, id))",
    ],
  ),
  ...mutantsOf(
    `${runs}/worker.ts`,
    [chat, "a chat run"],
    ["a run is tried for ever", "if (run.attempt > attemptsMost) {", "if (false) {"],
    [
      "nobody is told that work goes on",
      'if (origin === "queue" || origin === "lapse") await announce(db, run, origin === "lapse");',
      "",
    ],
    ["a worker that stops keeps its runs", "(stopped ? giveBack(patient, id, [run.id]) : undefined)", "undefined"],
  ),
  ...mutantsOf(
    `${runs}/worker.ts`,
    [chat, "stops within a second"],
    ["a stop stops nothing", 'run.controller.abort("cancel");', ""],
  ),
  ...mutantsOf(
    `${runs}/cancel.ts`,
    ["tests/api/clock-set-back.test.ts", "leaves it to its worker"],
    [
      "a stop takes a run from its worker",
      "${runs.leaseUntil} >= now())`;",
      "${runs.leaseUntil} > now() + interval '1 day')`;",
    ],
  ),
  ...mutantsOf(
    `${runs}/lease.ts`,
    ["tests/api/clock-set-back.test.ts", "leaves it to its worker"],
    [
      "without room on the disk nothing is stopped",
      "onlyCancelled ? sql`r.cancel_requested`",
      "onlyCancelled ? sql`false`",
    ],
  ),
  ...mutantsOf(
    "lib/server/knowledge/pipeline/documents.ts",
    ["tests/api/clock-set-back.test.ts", "whatever the process's"],
    [
      "the next try is by the process's clock",
      "fromNow(waitFor(attempt + 1, retryAfterMs))",
      "new Date(Date.now() + waitFor(attempt + 1, retryAfterMs))",
    ],
  ),
  ...mutantsOf(
    `${runs}/cancel.ts`,
    ["tests/api/stops.test.ts", "ends a waiting run"],
    ["a stop whose end failed is forgotten", "then ${status} else 'running' end", "then ${status} else ${status} end"],
  ),
  ...mutantsOf(
    `${runs}/cancel.ts`,
    ["tests/api/stops.test.ts", "whose lease has run out"],
    ["a worker whose lease has run out does not hear of a stop", "  currentWorker()?.cancel(run.id);\n", ""],
  ),
  ...mutantsOf(
    `${runs}/tool-calls.ts`,
    ["tests/api/stops.test.ts", "counts what delegated work"],
    [
      "stopped delegated work costs nothing",
      "(tool.delegates ? made : orAborted(made, signal))",
      "orAborted(made, signal)",
    ],
  ),
  ...mutantsOf(
    `${runs}/execute.ts`,
    ["tests/api/worker-stops.test.ts", "of a chat"],
    [
      "a whole answer is made again",
      "stop.reason instanceof WorkerStopError && !isComplete)",
      "stop.reason instanceof WorkerStopError)",
    ],
  ),
  ...mutantsOf(
    `${runs}/process/delegate.ts`,
    ["tests/api/worker-stops.test.ts", "of delegated work"],
    ["a whole answer of delegated work is made again", 'WorkerStopError && "cut" in told)', "WorkerStopError)"],
  ),
  ...mutantsOf(
    `${runs}/process/task.ts`,
    ["tests/api/worker-stops.test.ts", "while the file"],
    [
      "a whole answer to a task is made again",
      "let answered = state && (await answerIn(work, { taskId: task.id }));",
      "let answered: KnownAnswer | undefined;",
    ],
    [
      "an answer is written before its file is stored",
      'event.kind === "message" ? answeredEvent(id, event) : event',
      "event",
    ],
  ),
  ...mutantsOf(
    `${runs}/finish.ts`,
    [chat, "once it is to be stopped"],
    ["a stopped run may wait", "if (cancelRequested) return false;", ""],
  ),
  ...mutantsOf(
    `${runs}/finish.ts`,
    [chat, "a chat run"],
    [
      "events are written without the lease",
      "await holdLease(tx, run);\n    await removePartials",
      "await removePartials",
    ],
  ),
  ...mutantsOf(
    `${runs}/resume.ts`,
    [tools],
    ["a call that may have happened is made again", "!misfits.has(call) && (!tool.repeatable || lapsed)", "false"],
  ),
  ...mutantsOf(
    `${runs}/resume.ts`,
    [waiting],
    ["a repeated call is not noted first", "...allowed.map(beginNotice)", ""],
  ),
  ...mutantsOf(
    `${runs}/answer.ts`,
    [waiting, "an answer"],
    [
      "a request is answered twice",
      'if (answered) throw new AppError("conflict", "This request was answered already.");',
      "",
    ],
    ["any decision will do", "if (!allowed.includes(decision))", "if (false)"],
  ),
  ...mutantsOf(
    `${runs}/guards.ts`,
    ["tests/unit/runs/guards.test.ts"],
    ["a model repeats itself for ever", "return times >= timesMost;", "return false;"],
  ),
  ...mutantsOf(
    `${runs}/agent-loop.ts`,
    [tools],
    ["steps are not counted", "iteration <= most; iteration += 1", "iteration <= 100; iteration += 1"],
    ["loops are not stopped", "if (repeated.length > 0)", "if (false)"],
    ["the trace does not say that a loop was stopped", "...repeated.map(loopNotice)", ""],
  ),
  ...mutantsOf(
    "lib/server/arguments.ts",
    [tools],
    ["arguments are not checked", "return misfit && ", "return undefined && "],
  ),
  ...mutantsOf(
    `${runs}/agent-loop.ts`,
    ["tests/api/runs-principal.test.ts"],
    ["a step outlives its principal's membership", "    await checkStanding(db, run);\n", ""],
  ),
  ...mutantsOf(
    `${runs}/load.ts`,
    ["tests/api/runs-principal.test.ts"],
    ["a run that is taken up outlives its principal's membership", "takenUp && checkStanding(db, run)", "takenUp"],
  ),
  ...mutantsOf(
    `${runs}/standing.ts`,
    [revoked],
    ["a run outlives its principal's membership", "if (!stands) revoked", "if (false) revoked"],
    ["an answer outlives the visitor's link", "!(link && app && (await letsIn(db, { link, app, account })))", "false"],
  ),
  ...mutantsOf(
    `${runs}/worker.ts`,
    [revoked],
    ["a link whose time is over is not noticed", "    await stopRevoked();\n", ""],
  ),
  ...mutantsOf(
    "lib/server/realtime/broadcast.ts",
    [revoked],
    ["nobody looks whose runs go on", '  provided<{ review: () => void }>("run-worker")?.review();\n', ""],
  ),
  ...mutantsOf(
    `${runs}/events.ts`,
    ["tests/api/realtime.test.ts", "sessions"],
    ["readers get the prompt", 'return event.kind === "step" ?', "return false ?"],
  ),
  ...mutantsOf(
    `${runs}/hub.ts`,
    [chat, "joins in the middle"],
    [
      "text that was written before is not sent",
      "if (joining) await loadPartials([sessionId]);",
      "if (joining) channel.live.clear();",
    ],
  ),
  ...mutantsOf(
    `${runs}/patience.ts`,
    ["tests/unit/runs/patience.test.ts"],
    ["silence is waited out", "if (performance.now() - at >= ms) controller", "if (false) controller"],
  ),
  ...mutantsOf(
    `${runs}/writer.ts`,
    [chat, "saves no text"],
    [
      "a lost attempt's text is saved",
      "where exists (select 1 from runs where runs.id = r->>'runId' and runs.status = 'running'\n        and runs.lease_owner = r->>'owner' and runs.attempt = (r->>'attempt')::int)",
      "",
    ],
  ),
  ...mutantsOf(
    "lib/server/http/idempotency.ts",
    ["tests/api/resources.test.ts", "idempotency"],
    ["a key answers another body", "if (first?.bodyHash !== bodyHash)", "if (false)"],
    ["a key is taken anew", "if (!mine) return firstAnswer(tx, id, bodyHash);", ""],
  ),
  ...mutantsOf(
    "lib/server/db/edit.ts",
    ["tests/api/resources.test.ts", "edits|what is in use"],
    ["an old version wins", "if (sent === undefined || sent === stored) return;", "return;"],
    ["what is in use is deleted", "if (force || usedBy.length === 0) return;", "return;"],
  ),
];
