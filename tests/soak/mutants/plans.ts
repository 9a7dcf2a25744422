import { mutantsOf } from "../mutant";

const server = "lib/server";
const limits = "tests/api/plan-limits.test.ts";
const retention = "tests/api/retention.test.ts";
const smaller = "tests/api/plan-smaller.test.ts";

/** Each must turn its suite red: a plan that can be passed. */
export const planMutants = [
  ...mutantsOf(
    "lib/server/datasources/case-handlers.ts",
    ["tests/api/cases.test.ts"],
    [
      "test questions are not counted one after another",
      "await lockRow(tx, datasources, ctx.teamId, params.datasourceId);",
      "",
    ],
  ),
  ...mutantsOf(
    `${server}/billing/limits.ts`,
    [limits],
    ["limits are not counted in turn", '.where(living(orgId)).for("no key update");', ".where(living(orgId));"],
    ["plans have no limits", "if (used + more <= max) return;", "return;"],
    ["plans without function tools take some", "if (limits.functionTools) return", "if (true) return"],
    ["plans include every connector", "if (allowsConnector(limits, source)) return;", "return;"],
    ["plans connect data at will", "if (!limits.dataConnections) throw", "if (false) throw"],
    [
      "organizations are not counted in turn",
      '.from(accounts).where(own).for("no key update");',
      ".from(accounts).where(own);",
    ],
  ),
  ...mutantsOf(
    `${server}/billing/limits.ts`,
    ["tests/unit/plans/limits.test.ts"],
    ["plans include every provider", "if (!allowed.includes(provider))", "if (false)"],
    ["plans run schedules at will", "if (limits.periods.includes(period)) return;", "return;"],
  ),
  ...mutantsOf(
    `${server}/billing/plan-in-force.ts`,
    ["tests/unit/plans/plan-in-force.test.ts"],
    ["the administrator's plan gives way", "if (row.plan) return row.plan;", ""],
    ["trials never end", "stripeEndsAt.getTime() + grace > now", "true"],
    ["plans end while their renewal is under way", ": renewalGraceMs;", ": 0;"],
    ["seats are added to every plan", "(usersAddon ? row.addonUsers : 0)", "row.addonUsers"],
    ["trials end late", "stripeTrial || stripeCancelled ? 0", "stripeCancelled ? 0"],
  ),
  ...mutantsOf(
    `${server}/teams/place-actions.ts`,
    [limits, "handed over"],
    ["organizations are handed over at will", "await requireOwnOrgs(tx, memberId, place.id);", "{}"],
  ),
  ...mutantsOf(
    `${server}/models/service.ts`,
    [smaller],
    ["a plan shrinks beside a model", "await requireProvider(tx, orgId, row.type as ProviderId, row.modelType);", ""],
  ),
  ...mutantsOf(
    `${server}/models/service.ts`,
    [smaller, "while the plan becomes smaller"],
    ["a plan shrinks beside a change", "await requireProvider(tx, place.orgId, type, facts.modelType);", ""],
  ),
  ...mutantsOf(
    `${server}/billing/limits.ts`,
    [smaller, "while the plan becomes smaller"],
    ["a plan changes while it is looked at", '.where(living(orgId)).for("share");', ".where(living(orgId));"],
  ),
  ...mutantsOf(
    `${server}/models/handlers.ts`,
    [smaller, "models outside"],
    ["models outside the plan are tried", "await expectProvider(ctx.db, ctx.team.orgId, body.type, modelType);", ""],
    [
      "weights outside the plan are fetched",
      'await expectProvider(ctx.db, ctx.team.orgId, "fastembed", "embedding");',
      "",
    ],
  ),
  ...mutantsOf(
    `${server}/runs/load.ts`,
    [smaller, "models outside"],
    [
      "models outside the plan run",
      'checkProvider({ orgId: session.orgId, ...planInForce(plan) }, model.type as ProviderId, "llm");',
      "void plan;",
    ],
  ),
  ...mutantsOf(
    `${server}/teams/handlers.ts`,
    [limits, "plan's teams"],
    ["teams are made at will", 'await requireWithin(tx, orgId, "teams");', ""],
  ),
  ...mutantsOf(
    `${server}/teams/handlers.ts`,
    [retention],
    [
      "sessions are kept for as long as one likes",
      "if (days !== null) await requireSessionDays(tx, ctx.team.orgId, days);",
      "",
    ],
  ),
  ...mutantsOf(
    `${server}/teams/service.ts`,
    [retention, "smaller plan"],
    [
      "a smaller plan deletes what was there",
      "const since = less ? new Date() : planDaysSince;",
      "const since = planDaysSince;",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/retention.ts`,
    [retention, "smaller plan"],
    ["sessions of before are the plan's too", "since ? gte(sessions.dateCreated, since) : undefined", "undefined"],
  ),
  ...mutantsOf(
    `${server}/teams/org-handlers.ts`,
    [limits, "best plan"],
    ["organizations are made at will", "await requireOwnOrgs(tx, ctx.accountId);", ""],
  ),
  ...mutantsOf(
    `${server}/invites/service.ts`,
    [limits, "members|a seat"],
    ["people are invited at will", "await requireFreeSeat(tx, place.orgId, email);", ""],
  ),
  ...mutantsOf(
    `${server}/accounts/accept-invite.ts`,
    [limits, "by accepting"],
    ["people come in at will", "await requireSeat(tx, invite.orgId, invite.email);", ""],
  ),
  ...mutantsOf(
    `${server}/billing/counts.ts`,
    [limits, "a seat"],
    [
      "invites that are out of date take seats",
      "and(eq(invites.orgId, orgId), gt(invites.expires, new Date()))",
      "eq(invites.orgId, orgId)",
    ],
  ),
  ...mutantsOf(
    `${server}/http/upload.ts`,
    ["tests/api/plan-files.test.ts", "on free"],
    ["a file has one byte more", "maxBytes: limits.maxFileBytes,", "maxBytes: limits.maxFileBytes + 1,"],
    ["a file has one byte less", "maxBytes: limits.maxFileBytes,", "maxBytes: limits.maxFileBytes - 1,"],
  ),
  ...mutantsOf(
    `${server}/auth/seats.ts`,
    [smaller],
    ["the owner loses their seat", "if (accountId === org.ownerId || users", "if (users"],
    ["the oldest lose their seats", "asc(orgMembers.dateCreated), asc", "desc(orgMembers.dateCreated), asc"],
  ),
  ...mutantsOf(
    `${server}/http/access.ts`,
    [smaller],
    ["members without a seat write", "if (readOnly && endpoint.method", "if (false && endpoint.method"],
  ),
];
