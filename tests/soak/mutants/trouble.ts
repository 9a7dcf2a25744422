import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const database = "tests/api/database-trouble.test.ts";
const storage = "tests/api/storage-trouble.test.ts";
const stored = "tests/api/stored-bodies.test.ts";
const elsewhere = "tests/api/live-text-after-trouble.test.ts";
const underWay = "runs under way";
const lost = "a commit whose answer is lost";
const told = "what other processes are told";

/** Trouble with the database or file storage that passes: no run ends by it, and readers miss nothing. */
export const troubleMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/platform/lifecycle/retry.ts",
    ["tests/unit/retry.test.ts"],
    ["work that fails is retried forever", "retry", drop("comparison 1"), "2893ac55c0"],
    ["what nobody wants any more is tried again", "retry", replace("call sleep 1", "$callee($1)"), "5aa93a55c0"],
    ["all come back at the same time", "backoffMs", replace("arithmetic 1", "$1"), "835c2b6f1e"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/worker.ts`,
    [database, underWay],
    [
      "trouble with the database ends an attempt",
      "createWorker",
      replace("function 4 > body > argument 1", "$other", "await 3 > value > argument 1"),
      "ccd4a2fd1b",
    ],
    [
      "trouble with the database takes runs from their workers",
      "createWorker",
      replace("comparison 4", "0 <= $2"),
      "1afc5efd1b",
    ],
  ),
  ...mutantsOf(
    `${server}/platform/db/retrying-db.ts`,
    [database, "read is retried"],
    ["reads are not tried again", "retryingDb", replace("function 4", "() => false"), "73678a3ec2"],
  ),
  ...mutantsOf(
    `${server}/platform/db/retrying-db.ts`,
    [database, lost],
    ["what was committed is written again", "commit", never("await 4"), "1b0faefd73"],
    ["what was not committed counts as written", "commit", drop("await 4"), "1b0faefd73"],
  ),
  ...mutantsOf(
    `${server}/platform/db/after-commit.ts`,
    [database, lost],
    ["what follows a commit follows each try", "withAfterCommit", drop("statement 2"), "20b7546642"],
  ),
  ...mutantsOf(
    `${server}/platform/db/connection/connections.ts`,
    [database, "a connection that ends"],
    [
      "a connection that ended is given back twice",
      "trackConnections",
      replace("call get 1", "$other.get($1)", "call set 1 > owner"),
      "88acee17a5",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/agent-loop.ts`,
    [database, "keeps the text of a step"],
    ["a step whose run is stopped is lost", "decideNext", drop("if 2"), "655bdac83a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/task-output.ts`,
    [database, "keeps the answer to a task"],
    ["an answer whose run is stopped is lost", "storeAnswerOnFailure", drop("if 4"), "67350f6318"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/task-output.ts`,
    [storage, "gets no room"],
    ["an answer without room for its file is lost", "storeFile", drop("statement 1"), "414910b0a2"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/output.ts`,
    [storage, "costs no output"],
    ["a file without room fails its task", "storeOutputFile", replace("await 1 > value", "$1_body"), "57d6186530"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/bodies.ts`,
    [storage, "too large for a row"],
    [
      "a large answer without room is lost",
      "offloadBody",
      replace("return 2", "throw $other;", "object 1 > property 1 > value"),
      "c31c61552c",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/calls/open-calls.ts`,
    [stored, "ends a run"],
    [
      "an ending needs file storage",
      "findOpenCallsInRows",
      replace("call map 1", "await loadEvents($owner_1_1, $owner_1_2, $owner_1_3)"),
      "8df119dfa1",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/bodies.ts`,
    [stored, "ends a run"],
    ["a missing body is retried forever", "loadBody", replace("if 3 > test", "$1"), "018e740aa3"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/bodies.ts`,
    [stored, "shows readers"],
    ["one damaged body hides the rest", "loadBody", drop("if 4"), "ebcd880aa3"],
    ["a file with other contents is believed", "loadBody", drop("comparison 2"), "8001a40aa3"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/context/read-history.ts`,
    [stored, "shows readers"],
    [
      "a run goes on without its history",
      "readNewest",
      replace("object 1 > property 7 > value", "async (rows) => rows"),
      "5dc6825d85",
    ],
  ),
  ...mutantsOf(
    `${server}/platform/db/retrying-db.ts`,
    [stored, "keeps a run going"],
    ["stored bodies are soon given up", "retryingDb", replace("call set 1 > argument 1", "{}"), "eca3bc3ec2"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/outcome/finish.ts`,
    ["tests/api/publish-first.test.ts"],
    [
      "readers wait until other processes are told",
      "publishFirst",
      replace("value > body", "$callee($1, async () => $0)"),
      "d9c7a752fe",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/calls/call-error.ts`,
    ["tests/unit/runs/call-error.test.ts"],
    ["a model reads statements", "callError", drop("if 2"), "88d151f4e2"],
  ),
  ...mutantsOf(
    `${server}/platform/db/notify/outbox.ts`,
    [database, told],
    ["what could not be told is forgotten", "createOutbox", always("not 1"), "77aadb879e"],
    ["what is told later comes first", "createOutbox", replace("array 2", "[$2, $1]"), "bb3217879e"],
  ),
  ...mutantsOf(
    "lib/server/access/broadcast/broadcast.ts",
    [database, told],
    ["a cut that could not be told is forgotten", "broadcast", drop("statement 4"), "bec3b405b3"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/hub.ts`,
    [database, "live text"],
    ["who can't read the log is forgotten", "continueReading", drop("statement 5"), "03c1be85b4"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/live-text.ts`,
    [database, "live text"],
    ["text goes to who has not read the log", "publishDelta", never("if 2"), "fdb8673f07"],
    ["void text stays", "endLiveText", replace("call delete 1", "$0 && false"), "025cb5ec34"],
  ),
  ...mutantsOf(
    "lib/server/platform/db/notify/listener.ts",
    ["tests/api/lost-connections.test.ts", "a process that listens"],
    ["a process is ready before it listens", "listenForever", drop("statement 1"), "a928725a8f"],
    ["a process is ready before it has read what it missed", "listenOnce", replace("await 1", "void $1"), "d4ee095136"],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/pipeline/work/ledger.ts",
    ["tests/api/ledger-locks.test.ts", "in the order of their ids"],
    [
      "documents are locked in any order",
      "advanceAll",
      reword("template 2", "order by d.id for no key update of d", ""),
      "0163616c6e",
    ],
  ),
  ...mutantsOf(
    "lib/server/platform/db/connection/is-transient.ts",
    ["tests/unit/db/is-transient.test.ts"],
    ["a server whose socket is gone counts as an error", "isTransient", drop("|| 1 > operand 2"), "3714b92e7a"],
  ),
  ...mutantsOf(
    "lib/server/platform/db/query/lost-race.ts",
    ["tests/api/ledger-locks.test.ts", "is done again"],
    ["a deadlock is not retried", "conflicts", drop("value > element 2"), "bb457b60d7"],
  ),
  ...mutantsOf(
    "lib/server/platform/health/health.ts",
    ["tests/api/health.test.ts"],
    ["/readyz does not wait for the listener", "checkDatabase", drop("if 1"), "2b43c5faa5"],
  ),
  ...mutantsOf(
    `${server}/main/listen.ts`,
    [elsewhere],
    ["nobody looks what was not told", "startListening", replace("function 2 > body", "undefined"), "7cbf1a63b9"],
  ),
  ...mutantsOf(
    `${server}/platform/db/connection/pool.ts`,
    ["tests/api/pgbouncer.test.ts", "in transaction mode"],
    ["statements are prepared behind a pooler", "createPool", never("if 4"), "d74aaacba8"],
  ),
  ...mutantsOf(
    `${server}/platform/db/connection/pool.ts`,
    ["tests/api/pgbouncer.test.ts", "in transaction mode"],
    ["notifications are expected from a pooler", "sessionOptions", never("&& 1"), "d4eb37b52b"],
  ),
  ...mutantsOf(
    `${server}/platform/http/responses/in-progress.ts`,
    ["tests/api/closing.test.ts", "has begun"],
    ["a shutdown cuts responses in progress", "finishResponses", never("&& 1"), "cbcc5e52da"],
  ),
];
