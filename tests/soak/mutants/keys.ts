import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const server = "lib/server";
const keys = "tests/api/apikeys.test.ts";
const matrix = "tests/api/key-matrix.test.ts";
const connections = "tests/api/key-connections.test.ts";

/** API keys: what they are known by, what they may, when they end. */
export const keyMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/access/auth/api-key.ts`,
    [keys],
    ["keys never expire", "findKeyPrincipal", drop("call or 1"), "faa2676495"],
    ["a key is stored in clear", "createApiKeySecret", replace("call 2", "$1"), "3714b9eed1"],
    ["a key shows its owner's other teams", "limitOrgsToScope", always("not 1"), "ad6adf03b5"],
    ["the last use of a key isn't recorded", "findKeyPrincipal", drop("if 2"), "70ce056495"],
  ),
  ...mutantsOf(
    `${server}/access/auth/api-key.ts`,
    [matrix, "agents.add"],
    ["a key has all of its owner's rights", "limitToScope", never("ternary 1"), "e49dac6040"],
  ),
  ...mutantsOf(
    `${server}/access/auth/membership.ts`,
    [keys, "the scope"],
    ["a key reaches every team of its owner", "findScopedMembership", drop("if 1"), "69ae985b71"],
    [
      "a key has its own rights",
      "findScopedMembership",
      replace("&& 2 > operand 2", "$2?.permissions ?? $1"),
      "cc8faf5b71",
    ],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/access.ts`,
    [matrix, "apikeys|accounts"],
    ["keys make every call", "checkKey", drop("if 2"), "23191742c0"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/access.ts`,
    [keys, "the scope"],
    ["a key moves its owner", "enterTeam", drop("comparison 1"), "93c2de8759"],
  ),
  ...mutantsOf(
    `${server}/access/auth/principal.ts`,
    [keys, "a key"],
    ["a key is a cookie", "findPrincipal", never("ternary 1"), "6510419663"],
  ),
  ...mutantsOf(
    `${server}/resources/api-keys/queries.ts`,
    [keys, "a key"],
    ["anybody's key is one's own", "matchesOwnKey", drop("call eq 1"), "0d06a3e809"],
    ["a key names any team", "checkTeams", drop("if 2"), "db770fbb6d"],
  ),
  ...mutantsOf(
    `${server}/access/auth/lock-account.ts`,
    [keys, "a key"],
    ["keys that come together are not counted together", "lockAccount", replace("call for 1", "$owner"), "4f187b702b"],
  ),
  ...mutantsOf(
    `${server}/resources/api-keys/actions.ts`,
    [keys, "a key"],
    ["a rotated key goes on", "rotateApiKey", drop("spread 1"), "1fcf5912ab"],
    ["an expired key is rotated", "rotateApiKey", drop("if 2"), "60f4fa12ab"],
  ),
  ...mutantsOf(
    `${server}/resources/api-keys/handlers.ts`,
    [connections],
    ["a rotated key keeps its sockets", "implement.increment", drop("statement 3"), "a8136b8167"],
    ["a deleted key keeps its sockets", "implement.remove", drop("statement 2"), "a8136b40bb"],
  ),
  ...mutantsOf(
    `${server}/api/realtime/admit-socket.ts`,
    [connections],
    ["a key hears what is said to its owner", "admit", never("ternary 2"), "6927e7eee3"],
    ["an expired key keeps its sockets", "admit", drop("if 4"), "d40c13eee3"],
  ),
  ...mutantsOf(
    `${server}/api/realtime/sockets.ts`,
    [connections],
    [
      "a key's socket joins every team",
      "findCaller",
      replace("await 3 > value > argument 2", "{ account: $0.account }"),
      "07948f79f8",
    ],
  ),
  ...mutantsOf(
    `${server}/access/teams/lock.ts`,
    [keys, "the scope"],
    [
      "a key hands on what it does not hold",
      "readPermissionsNow",
      replace("call 1 > argument 2", "{ ...$0, scope: null }"),
      "9ca68bacf8",
    ],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/access.ts`,
    [matrix, "orgs.leave|teams.add"],
    ["a key of some teams reaches the organization", "checkKey", never("comparison 1"), "42e20342c0"],
  ),
  ...mutantsOf(
    `${server}/access/auth/rate-limits.ts`,
    ["tests/api/call-limits.test.ts"],
    ["a key locks its owner out", "limitCaller", never("comparison 1"), "93c2de9c97"],
  ),
];
