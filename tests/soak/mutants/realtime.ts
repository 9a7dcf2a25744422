import { type Mutant, mutantsOf } from "../mutant";

const realtime = "lib/server/realtime";
const sockets = "tests/api/realtime.test.ts";
const connections = "tests/api/open-connections.test.ts";

/** Sockets and event streams. */
export const realtimeMutants: Mutant[] = [
  ...mutantsOf(
    `${realtime}/sockets.ts`,
    [sockets],
    [
      "a socket needs no sign-in",
      'if (!caller) throw new AppError("unauthorized", "Sign in to go on.");',
      "if (!caller) return;",
    ],
    [
      "a cookie connects from another site",
      "if (!byToken && !(cookie && isOwnOrigin(headers.origin ?? null)))",
      "if (!byToken && !cookie)",
    ],
    ["any room is joined", "await member(socket, slug);", ""],
    ["any session is followed", "await checkSession(socket, sessionId);", ""],
    ["any number of sessions is followed", "if (following.size >= roomsMost)", "if (false)"],
    ["a socket that has gone follows on", "if (socket.disconnected) return;", ""],
    ["any text is an id", "z.string().regex(/^[\\w:-]{1,100}$/)", "z.string()"],
  ),
  ...mutantsOf(
    `${realtime}/sockets.ts`,
    ["tests/api/late-cuts.test.ts", "a socket"],
    ["a socket that missed the cut goes on", "    void checkAgain(socket as unknown as Live);\n", ""],
  ),
  ...mutantsOf(
    `${realtime}/sockets.ts`,
    ["tests/api/many-sockets.test.ts"],
    ["sessions are never left", "    for (const stop of socket.data.following.values()) stop();\n", ""],
    ["any number of rooms is joined", "if (socket.rooms.size > joinedMost)", "if (false)"],
  ),
  ...mutantsOf(
    `${realtime}/sockets.ts`,
    [connections],
    ["an account opens any number of sockets", "  requireConnection(caller.account.id);\n", ""],
  ),
  ...mutantsOf(
    `${realtime}/event-stream.ts`,
    [connections],
    ["an account opens any number of event streams", "  requireConnection(accountId);\n", ""],
  ),
  ...mutantsOf(
    "lib/api/socket.ts",
    ["tests/unit/api/live-connection.test.ts", "asks not to come back"],
    ["a page that is asked to wait comes back with each check", "if (performance.now() < notBefore) return;", ""],
  ),
  ...mutantsOf(
    `${realtime}/in-turn.ts`,
    [sockets],
    ["a flood is taken", "if (turns.waiting >= waitingMost)", "if (false)"],
    ["a leave overtakes its join", "const turn = turns.last.then(work)", "const turn = Promise.resolve().then(work)"],
  ),
  ...mutantsOf(
    `${realtime}/broadcast.ts`,
    [sockets],
    ["nobody is cut", "(message.except ? sockets?.except(message.except) : sockets)?.disconnectSockets(true);", ""],
  ),
  ...mutantsOf(
    `${realtime}/broadcast.ts`,
    ["tests/api/event-stream.test.ts"],
    [
      "event streams are not cut",
      "endStreams((rooms) => rooms.includes(message.room) && !(message.except && rooms.includes(message.except)));",
      "",
    ],
  ),
  ...mutantsOf(
    `${realtime}/broadcast.ts`,
    ["tests/api/two-processes-embedded.test.ts"],
    ["other processes are told nothing", "await notify(db, liveChannel, text);", ""],
  ),
  ...mutantsOf(
    "lib/server/runs/listen.ts",
    ["tests/api/two-processes-embedded.test.ts"],
    ["a process hears itself", "else if (sender === processId()) return;", ""],
    ["text written elsewhere is not read", "tickRemoteText()\n      .catch", "Promise.resolve()\n      .catch"],
  ),
  ...mutantsOf(
    "lib/server/accounts/handlers.ts",
    [sockets, "cuts the connections"],
    ["signing out leaves the sockets", "await cutToken(ctx.principal.tokenId);", ""],
  ),
  ...mutantsOf(
    "lib/server/accounts/passwords.ts",
    [sockets, "a new password"],
    ["a new password leaves the sockets", "await cutAccount(account.id, tokenId);", ""],
  ),
  ...mutantsOf(
    "lib/server/accounts/password-by-link.ts",
    ["tests/api/mail-tokens.test.ts"],
    ["a reset leaves the sessions", "await endSessions(tx, found.id);", ""],
  ),
];
