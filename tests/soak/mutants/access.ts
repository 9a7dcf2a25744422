import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const matrix = "tests/api/tenant-matrix.test.ts";
const seenAs = "tests/api/seen-as.test.ts";
const accounts = "tests/api/accounts.test.ts";

/** Who may call: sign-in, team, bit, csrf, limits. */
export const accessMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/http/access.ts`,
    ["tests/api/resources.test.ts", "the sample"],
    [
      "the sample makes what its taker may not make",
      "if (missing !== undefined) throw new AppError",
      "if (missing === 70) throw new AppError",
    ],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    [matrix, "agents.list"],
    [
      "a call of a team needs no sign-in",
      'if (endpoint.access === "public") return undefined;',
      'if (endpoint.access === "public" || !caller) return undefined;',
    ],
    [
      "an organisation admin reaches everything of a team",
      "await checkReach(db, endpoint, membership, principal.account.id);",
      "",
    ],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    [matrix, "agents.add"],
    [
      "permissions are not checked",
      "const permissions = checkPermission(endpoint, membership);",
      "const permissions = checkPermission({ ...endpoint, permission: undefined }, membership);",
    ],
  ),
  ...mutantsOf(
    `${server}/auth/membership.ts`,
    [matrix, "agents.list"],
    ["everybody is a member", "const row = found.teamBits !== null || orgOwner || teamOwner;", "const row = true;"],
  ),
  ...mutantsOf(
    `${server}/auth/membership.ts`,
    ["tests/api/accounts.test.ts", "refuses to switch"],
    [
      "members of one team may switch to all",
      "and(eq(teamMembers.teamId, teams.id), eq(teamMembers.accountId, account.id))",
      "eq(teamMembers.accountId, account.id)",
    ],
  ),
  ...mutantsOf(
    `${server}/auth/caller.ts`,
    [matrix, "agents.list"],
    ["a deleted team goes on", "        isNull(teams.dateDeleted),\n", ""],
    [
      "members of one team are members of all",
      "and(eq(teamMembers.teamId, teams.id), eq(teamMembers.accountId, accounts.id))",
      "eq(teamMembers.accountId, accounts.id)",
    ],
    ["a mailed token makes a team's calls", '        eq(tokens.purpose, "session"),\n', ""],
    ["a session never runs out", '        gt(tokens.expires, sql.placeholder("now")),\n', ""],
  ),
  ...mutantsOf(
    `${server}/auth/caller.ts`,
    [matrix, "teams.get"],
    [
      "admins of one organisation are admins of all",
      "and(eq(orgMembers.orgId, orgs.id), eq(orgMembers.accountId, accounts.id))",
      "eq(orgMembers.accountId, accounts.id)",
    ],
  ),
  ...mutantsOf(
    `${server}/accounts/view.ts`,
    [matrix, "accounts.get"],
    ["account.json names any team", "if (!named) throw", "if (false) throw"],
  ),
  ...mutantsOf(
    "lib/server/accounts/view.ts",
    [seenAs, "gives ROOT to nobody"],
    ["a view gives ROOT to who looks", "root: account.root && !seen", "root: account.root"],
  ),
  ...mutantsOf(
    `${server}/auth/seen-as.ts`,
    [seenAs, "the view"],
    ["anyone sees as another member", "if (!own.bits.includes(bit)) throw", "if (false) throw"],
    ["an owner is seen as", "if ([own.team.ownerId, own.team.orgOwnerId].includes(memberId))", "if (false)"],
    ["somebody who is not in the team is seen as", "if (!seen?.row)", "if (!seen)"],
    ["a view shows who is root", "{ id: memberId, root: false }", "{ id: memberId, root: true }"],
  ),
  ...mutantsOf(
    `${server}/http/access.ts`,
    [seenAs, "writes nothing|the view"],
    ["a view writes", 'if (method !== "GET")', "if (false)"],
    ["a view shows the administration", 'if (access === "root")', "if (false)"],
    ["a view shows one's own keys", 'if (access === "account" && !ownCalls.has(name))', "if (false)"],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    [seenAs, "no more than the member"],
    [
      "a view passes the member's refusals",
      "checkPermission(endpoint, seen)",
      "checkPermission({ ...endpoint, permission: undefined }, seen)",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/service.ts`,
    [seenAs, "is of what both"],
    [
      "a view shows what the member cannot see",
      "and(visibleTo(viewer, columns), viewer.alsoSeenBy && visibleTo(viewer.alsoSeenBy, columns))",
      "visibleTo(viewer, columns)",
    ],
    [
      "a view shows what the viewer cannot see",
      "and(visibleTo(viewer, columns), viewer.alsoSeenBy && visibleTo(viewer.alsoSeenBy, columns))",
      "visibleTo(viewer.alsoSeenBy ?? viewer, columns)",
    ],
  ),
  ...mutantsOf(
    `${server}/teams/org-handlers.ts`,
    [seenAs, "names only the teams"],
    ["a view names the viewer's teams", "seers.every((seer) => mayKnow(seer, team))", "mayKnow(caller, team)"],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    ["tests/api/csrf.test.ts", "agents|models.setDefault"],
    ["csrf is not checked", "if (principal) checkCsrf(endpoint, principal, request, body);", ""],
  ),
  ...mutantsOf(
    `${server}/http/access.ts`,
    ["tests/api/csrf.test.ts", "agents|models.setDefault"],
    [
      "a write by the cookie may come from another site",
      'if (principal.byCookie && !isOwnOrigin(request.headers.get("origin")))',
      "if (false)",
    ],
    ["any csrf token will do", 'typeof sent === "string" && sameText(sent, principal.csrf)', "true"],
    [
      "a write by the cookie needs no csrf token",
      "const needed = principal.byCookie || endpoint.csrf;",
      "const needed = endpoint.csrf;",
    ],
  ),
  ...mutantsOf(
    `${server}/auth/principal.ts`,
    [accounts, "sessions"],
    [
      "sessions never expire",
      'eq(tokens.purpose, "session"), gt(tokens.expires, new Date())',
      'eq(tokens.purpose, "session")',
    ],
    ["sessions are never idle too long", "if (idle > sessionIdleMs) return null;", ""],
  ),
  ...mutantsOf(
    `${server}/auth/principal.ts`,
    [matrix, "accounts.welcome"],
    ["a mailed token signs in", 'eq(tokens.purpose, "session"), gt', "gt"],
  ),
  ...mutantsOf(
    `${server}/accounts/mail-tokens.ts`,
    ["tests/api/mail-tokens.test.ts"],
    [
      "a mailed link never expires",
      "eq(tokens.purpose, purpose), gt(tokens.expires, new Date())",
      "eq(tokens.purpose, purpose)",
    ],
    ["a mailed link serves every purpose", "eq(tokens.purpose, purpose), gt", "gt"],
    [
      "an older link lives on",
      "await db.delete(tokens).where(and(eq(tokens.accountId, accountId), eq(tokens.purpose, purpose)));",
      "",
    ],
  ),
  ...mutantsOf(
    `${server}/accounts/passwords.ts`,
    [accounts, "passwords"],
    ["other sessions outlive a new password", "await endSessions(tx, account.id, tokenId);", ""],
    ["a new password needs no old one", 'await requireProof(proven, current, "current");', ""],
  ),
  ...mutantsOf(
    `${server}/auth/password.ts`,
    ["tests/unit/auth/password.test.ts"],
    [
      "an unknown account is answered sooner",
      "const right = await queued(() => verify(stored ?? UNKNOWN, spelt(password)));",
      "const right = stored ? await queued(() => verify(stored, spelt(password))) : false;",
    ],
    ["hashes are not queued", "if (active < concurrent) active += 1;", "if (active < 1_000) active += 1;"],
    ["a password may repeat itself", "|| repeatsItself(lower)", ""],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    ["tests/api/call-limits.test.ts"],
    ["addresses are not limited", "await limitAddress(endpoint.name, address);", ""],
    ["e-mails are not limited", "await limitEmail(endpoint.name, parsedBody);", ""],
    ["writes are not limited", 'if (principal && endpoint.method !== "GET") await limitWrites(principal);', ""],
  ),
  ...mutantsOf(
    `${server}/http/rate-limits.ts`,
    ["tests/api/rate-limits.test.ts"],
    ["who registers is sent mail without end", '"accounts.register": { points: 10, duration: hour },', ""],
    ["a new address is sent mail without end", '"security.changeEmail": { points: 10, duration: hour },', ""],
  ),
  ...mutantsOf(
    `${server}/http/rate-limit.ts`,
    ["tests/api/rate-limits.test.ts"],
    ["refusals pass", "return Math.max(1, Math.ceil(wait / 1_000));", "return undefined;"],
    ["limits name people", 'createHash("sha256").update(`${name} ${key}`).digest("base64url")', "`${name} ${key}`"],
  ),
];
