import { type Mutant, mutantsOf } from "../mutant";

const runs = "lib/server/runs";
const db = "lib/server/db";
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
    "lib/server/retry.ts",
    ["tests/unit/retry.test.ts"],
    ["work that fails is tried for ever", " || performance.now() + waitMs > until", ""],
    ["what nobody wants any more is tried again", "sleep(waitMs, undefined, { signal })", "sleep(waitMs)"],
    ["all come back at the same time", " * (0.5 + Math.random() / 2)", ""],
  ),
  ...mutantsOf(
    `${runs}/worker.ts`,
    [database, underWay],
    ["trouble with the database ends an attempt", "() => work(patient, run,", "() => work(db, run,"],
    ["trouble with the database takes runs from their workers", "performance.now() - troubledAt > ", "0 <= "],
  ),
  ...mutantsOf(
    `${db}/patient.ts`,
    [database, underWay],
    [
      "reads are not tried again",
      "isPassing: (error) => isRead(statement) && isTransient(error),",
      "isPassing: () => false,",
    ],
  ),
  ...mutantsOf(
    `${db}/patient.ts`,
    [database, lost],
    ["what was committed is written again", "(await isCommitted(pool, done.id))", "false"],
    ["what was not committed counts as written", "(await isCommitted(pool, done.id))", "true"],
  ),
  ...mutantsOf(
    `${db}/after-commit.ts`,
    [database, lost],
    ["what follows a commit follows each try", "      works.length = 0;\n", ""],
  ),
  ...mutantsOf(
    `${db}/connections.ts`,
    [database, "a connection that ends"],
    [
      "a connection that ended is given back twice",
      "const connection = known.get(client);",
      "const connection = all.get(client);",
    ],
  ),
  ...mutantsOf(
    `${runs}/agent-loop.ts`,
    [database, "keeps the text of a step"],
    ["a step whose run is stopped is lost", "if (signal.aborted) return { cut: cutOff(talk, done, error) };", ""],
  ),
  ...mutantsOf(
    `${runs}/process/task.ts`,
    [database, "keeps the answer to a task"],
    ["an answer whose run is stopped is lost", "else if (signal.aborted) await recordEvents(db, run, answer);", ""],
  ),
  ...mutantsOf(
    `${runs}/process/task.ts`,
    [storage, "keeps the answer"],
    [
      "an answer without room for its file is lost",
      "    await recordEvents(db, run, answer);\n    const why",
      "    const why",
    ],
  ),
  ...mutantsOf(
    `${runs}/process/output.ts`,
    [storage, "costs no output"],
    [
      "a file without room fails its task",
      "await retryStorage(() => fileStore().put(path, contents), { patienceMs: keepMs, signal });",
      "await fileStore().put(path, contents);",
    ],
  ),
  ...mutantsOf(
    `${runs}/bodies.ts`,
    [storage, "too large for a row"],
    [
      "a large answer without room is lost",
      "    return body;\n  }\n  const kept",
      "    throw error;\n  }\n  const kept",
    ],
  ),
  ...mutantsOf(
    `${runs}/open-calls.ts`,
    [stored, "ends a run"],
    ["an ending needs file storage", "openIn(await rowsOf(db, run, kinds))", "openIn(await eventsOf(db, run, kinds))"],
  ),
  ...mutantsOf(
    `${runs}/bodies.ts`,
    [stored, "ends a run"],
    [
      "a missing body is tried for ever",
      "    if (isStorageTrouble(error)) throw error;\n",
      "    if (error) throw error;\n",
    ],
  ),
  ...mutantsOf(
    `${runs}/bodies.ts`,
    [stored, "shows readers"],
    ["one damaged body hides the rest", "    if (instead) return instead(row);\n", ""],
    [
      "a file with other contents is believed",
      "    if (!isNamed(whole) || json.length !== (shelvedChars ?? json.length))\n",
      "    if (!isNamed(whole))\n",
    ],
  ),
  ...mutantsOf(
    `${runs}/read-history.ts`,
    [stored, "shows readers"],
    ["a run goes on without its history", "unshelve: unshelveAll,", "unshelve: async (rows) => rows,"],
  ),
  ...mutantsOf(
    `${db}/patient.ts`,
    [stored, "keeps a run going"],
    ["stored bodies are soon given up", "readPatiences.set(patient,", "readPatiences.set({},"],
  ),
  ...mutantsOf(
    `${runs}/finish.ts`,
    ["tests/api/publish-first.test.ts"],
    [
      "readers wait until other processes are told",
      "    publishFirst(tx, run, await appendEvents(tx, run.sessionId, run.id, all, change));\n    await ending.also?.(tx);\n    await dropRequests(tx, run.id);\n    await tellEnded(tx, run, session, { status, reason });\n",
      "    const late = await appendEvents(tx, run.sessionId, run.id, all, change);\n    await ending.also?.(tx);\n    await dropRequests(tx, run.id);\n    await tellEnded(tx, run, session, { status, reason });\n    publishFirst(tx, run, late);\n",
    ],
  ),
  ...mutantsOf(
    `${runs}/call-error.ts`,
    ["tests/unit/runs/call-error.test.ts"],
    ["a model reads statements", "if (error instanceof DrizzleQueryError) return", "if (false) return"],
  ),
  ...mutantsOf(
    `${db}/notify.ts`,
    [database, told],
    ["what could not be told is forgotten", "if (!isTransient(error) || isEnding) return;", "return;"],
    [
      "what is told later comes first",
      "new Map([...messages, ...state.messages])",
      "new Map([...state.messages, ...messages])",
    ],
  ),
  ...mutantsOf(
    "lib/server/realtime/broadcast.ts",
    [database, told],
    ["a cut that could not be told is forgotten", "    notifySoon(liveChannel, text);\n", ""],
  ),
  ...mutantsOf(
    `${runs}/hub.ts`,
    [database, "live text"],
    ["text goes to who has not read the log", "if (reader.reading) reader.missed.add(messageId);\n    else", ""],
    ["who cannot read the log is forgotten", "      reader.again = true;\n      await sleep", "      await sleep"],
    ["void text stays", "if (channel?.live.delete(messageId))", "if (channel?.live.delete(messageId) && false)"],
  ),
  ...mutantsOf(
    "lib/server/db/listener.ts",
    ["tests/api/lost-connections.test.ts", "a process that listens"],
    ["a process is ready before it listens", 'setState("starting");\n  const', "const"],
    [
      "a process is ready before it has read what it missed",
      "await options.onConnected(afterGap);",
      "void options.onConnected(afterGap);",
    ],
  ),
  ...mutantsOf(
    "lib/server/knowledge/pipeline/ledger.ts",
    ["tests/api/ledger-locks.test.ts", "in the order of their ids"],
    ["documents are locked in any order", " order by d.id for no key update of d", ""],
  ),
  ...mutantsOf(
    "lib/server/db/is-transient.ts",
    ["tests/unit/db/is-transient.test.ts"],
    ["a server whose socket is gone counts as an error", " || isSocketGone(cause)", ""],
  ),
  ...mutantsOf(
    "lib/server/db/lost-race.ts",
    ["tests/api/ledger-locks.test.ts", "is done again"],
    ["a deadlock is not retried", '["40001", "40P01"]', '["40001"]'],
  ),
  ...mutantsOf(
    "lib/server/health.ts",
    ["tests/api/health.test.ts"],
    ["/readyz does not wait for the listener", 'if (listener === "starting") return "starting";', ""],
  ),
  ...mutantsOf(
    `${runs}/listen.ts`,
    [elsewhere],
    [
      "nobody looks what was not told",
      "setInterval(() => void wakeBehind().catch(() => undefined), behindMs)",
      "setInterval(() => undefined, behindMs)",
    ],
  ),
];
