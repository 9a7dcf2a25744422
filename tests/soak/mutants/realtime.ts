import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const server = "lib/server";
const sockets = "tests/api/realtime.test.ts";
const connections = "tests/api/open-connections.test.ts";

/** Sockets and event streams. */
export const realtimeMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/api/realtime/admit-socket.ts`,
    [sockets],
    ["a socket needs no sign-in", "admit", replace("throw 2", "return;"), "9338b3eee3"],
    ["a cookie connects from another site", "admit", drop("call 2"), "a8a8deeee3"],
  ),
  ...mutantsOf(
    `${server}/api/realtime/sockets.ts`,
    [sockets],
    ["any room is joined", "listen", drop("statement 2"), "4e9d286f5b"],
    ["any session is followed", "listen", replace("await 4", "(event) => event"), "baadfc6f5b"],
    ["any number of sessions is followed", "listen", never("comparison 2"), "fcaf726f5b"],
    ["a socket that has gone follows on", "listen", drop("if 3"), "cc76b66f5b"],
    ["any text is an id", "id", replace("value", "$owner"), "bdd353f28b"],
  ),
  ...mutantsOf(
    `${server}/api/realtime/sockets.ts`,
    ["tests/api/late-cuts.test.ts", "a socket"],
    ["a socket that missed the cut goes on", "startSockets", drop("statement 8"), "6de9c65eb0"],
  ),
  ...mutantsOf(
    `${server}/api/realtime/sockets.ts`,
    ["tests/api/many-sockets.test.ts"],
    ["sessions are never left", "listen", drop("loop 1"), "6797b76f5b"],
    ["any number of rooms is joined", "listen", drop("if 1"), "67d9656f5b"],
  ),
  ...mutantsOf(
    `${server}/api/realtime/admit-socket.ts`,
    [connections],
    ["an account opens any number of sockets", "admit", drop("statement 3"), "77ed5eeee3"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/event-stream.ts`,
    [connections],
    ["an account opens any number of event streams", "createEventStream", drop("statement 1"), "303b658714"],
  ),
  ...mutantsOf(
    "lib/api/events/socket.ts",
    ["tests/unit/api/live-connection.test.ts", "asks not to come back"],
    [
      "a page that is asked to wait comes back with each check",
      "openLiveConnection",
      never("comparison 3"),
      "2f547f02ca",
    ],
  ),
  ...mutantsOf(
    `${server}/api/realtime/serialize.ts`,
    [sockets],
    ["a flood is taken", "refuseWhenFull", always("comparison 1"), "28a20f7e13"],
    ["who floods a connection keeps it", "isFlooded", never("comparison 1"), "eaf39d5f17"],
    ["a leave overtakes its join", "serialize", replace("call then 1", "Promise.resolve().then($1)"), "7c063a4fc0"],
  ),
  ...mutantsOf(
    `${server}/access/broadcast/broadcast.ts`,
    [sockets],
    ["no connection is closed", "applyLiveMessage", drop("statement 6"), "7b73a52408"],
  ),
  ...mutantsOf(
    `${server}/access/broadcast/broadcast.ts`,
    ["tests/api/event-stream.test.ts"],
    ["event streams are not cut", "applyLiveMessage", drop("statement 7"), "44f91f2408"],
  ),
  ...mutantsOf(
    `${server}/access/broadcast/broadcast.ts`,
    ["tests/api/two-processes-embedded.test.ts"],
    ["other processes are told nothing", "broadcast", drop("statement 2"), "5f69ca05b3"],
  ),
  ...mutantsOf(
    "lib/server/platform/db/notify/listener.ts",
    ["tests/api/two-processes-embedded.test.ts"],
    ["a process hears itself", "receive", always("|| 1"), "1f02003631"],
  ),
  ...mutantsOf(
    "lib/server/main/listen.ts",
    ["tests/api/two-processes-embedded.test.ts"],
    ["text written elsewhere is not read", "subscriptions", drop("array 1 > element 6"), "05515811c3"],
  ),
  ...mutantsOf(
    "lib/server/resources/accounts/handlers.ts",
    [sockets, "cuts the connections"],
    ["signing out leaves the sockets", "implement.logout", drop("statement 2"), "f4e1b8a499"],
  ),
  ...mutantsOf(
    "lib/server/access/accounts/passwords.ts",
    [sockets, "a new password"],
    ["a new password leaves the sockets", "storePassword", drop("statement 6"), "ff1723b784"],
  ),
  ...mutantsOf(
    "lib/server/access/accounts/password-by-link.ts",
    ["tests/api/mail-tokens.test.ts"],
    ["a reset leaves the sessions", "choosePassword", drop("statement 3"), "e038db8386"],
  ),
];
