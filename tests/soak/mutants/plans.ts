import { mutantsOf } from "../mutant";

const server = "lib/server";
const limits = "tests/api/plan-limits.test.ts";
const smaller = "tests/api/plan-smaller.test.ts";

/** Each must turn its suite red: a plan that can be passed. */
export const planMutants = [
  ...mutantsOf(
    `${server}/billing/limits.ts`,
    [limits],
    ["limits are not counted in turn", '.where(living(orgId)).for("no key update");', ".where(living(orgId));"],
    ["plans have no limits", "if (used + more <= max) return;", "return;"],
    ["plans without function tools take some", "if (limits.functionTools) return", "if (true) return"],
    [
      "plans include every connector",
      'if (source === "website" || limits.connectors.includes(source)) return;',
      "return;",
    ],
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
