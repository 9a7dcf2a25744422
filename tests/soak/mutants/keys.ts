import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const keys = "tests/api/apikeys.test.ts";
const matrix = "tests/api/key-matrix.test.ts";
const connections = "tests/api/key-connections.test.ts";

/** API keys: what they are known by, what they may, when they end. */
export const keyMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/auth/api-key.ts`,
    [keys],
    ["keys never expire", "or(isNull(apiKeys.expires), gt(apiKeys.expires, now))", "undefined"],
    ["a key is stored in clear", "hash: hashToken(secret),", "hash: secret,"],
    ["a key shows its owner's other teams", "if (!ids) return orgs;", "return orgs;"],
    [
      "nobody sees when a key was used",
      "await db.update(apiKeys).set({ lastUsed: now })",
      "await db.update(apiKeys).set({ lastUsed })",
    ],
  ),
  ...mutantsOf(
    `${server}/auth/api-key.ts`,
    [matrix, "agents.add"],
    [
      "a key has all of its owner's rights",
      "scope ? bits.filter((bit) => scope.permissions.includes(bit)) : bits;",
      "bits;",
    ],
  ),
  ...mutantsOf(
    `${server}/auth/membership.ts`,
    [keys, "the scope"],
    [
      "a key reaches every team of its owner",
      "if (scope?.teamIds && !scope.teamIds.includes(teamId)) return null;",
      "",
    ],
    [
      "a key has its own rights",
      "const bits = found && withinScope(found.bits, scope);",
      "const bits = found && ((scope?.permissions ?? found.bits) as PermissionBit[]);",
    ],
  ),
  ...mutantsOf(
    `${server}/http/access.ts`,
    [matrix, "apikeys|accounts"],
    ["keys make every call", "if (endpoint.sessionOnly) throw", "if (false) throw"],
  ),
  ...mutantsOf(
    `${server}/http/access.ts`,
    [keys, "the scope"],
    ["a key moves its owner", 'if (kind === "key" || !row) return;', "if (!row) return;"],
  ),
  ...mutantsOf(
    `${server}/auth/principal.ts`,
    [keys, "a key"],
    ["a key is a cookie", "return byCookie ? null : keyPrincipalOf(db, token);", "return keyPrincipalOf(db, token);"],
  ),
  ...mutantsOf(
    `${server}/apikeys/queries.ts`,
    [keys, "a key"],
    ["anybody's key is one's own", "and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, id))", "eq(apiKeys.id, id)"],
    ["a key names any team", "if (issues.length > 0) throw", "if (false) throw"],
  ),
  ...mutantsOf(
    `${server}/auth/lock-account.ts`,
    [keys, "a key"],
    ["keys that come together are not counted together", '.for("update")', ""],
  ),
  ...mutantsOf(
    `${server}/apikeys/handlers.ts`,
    [keys, "a key"],
    [
      "a rotated key goes on",
      "{ ...stored, lastUsed: null, dateUpdated: new Date() }",
      "{ lastUsed: null, dateUpdated: new Date() }",
    ],
    ["an expired key is rotated", "if (row.expires && row.expires <= new Date())", "if (false)"],
  ),
  ...mutantsOf(
    `${server}/apikeys/handlers.ts`,
    [connections],
    ["a rotated key keeps its sockets", "await cutToken(params.keyId);\n    return { secret };", "return { secret };"],
    ["a deleted key keeps its sockets", "await cutToken(params.keyId);\n    return {};", "return {};"],
  ),
  ...mutantsOf(
    `${server}/realtime/sockets.ts`,
    [connections],
    ["a key hears what is said to its owner", 'caller.kind === "key" ? []', "false ? []"],
    ["an expired key keeps its sockets", "if (caller.expires) cutWhenOver(socket, caller.expires);", ""],
    [
      "a key's socket joins every team",
      "await membershipFor(db, caller, slug)",
      "await membershipFor(db, { ...caller, scope: null }, slug)",
    ],
  ),
  ...mutantsOf(
    `${server}/teams/lock.ts`,
    [keys, "the scope"],
    [
      "a key hands on what it does not hold",
      "await membershipFor(tx, ctx.principal, ctx.teamId)",
      "await membershipFor(tx, { ...ctx.principal, scope: null }, ctx.teamId)",
    ],
  ),
  ...mutantsOf(
    `${server}/http/access.ts`,
    [matrix, "orgs.leave|teams.add"],
    ["a key of some teams reaches the organization", "if (endpoint.orgWide && scope.teamIds)", "if (false)"],
  ),
  ...mutantsOf(
    `${server}/http/rate-limits.ts`,
    ["tests/api/call-limits.test.ts"],
    ["a key locks its owner out", 'kind === "key" ? tokenId : account.id', "account.id"],
  ),
];
