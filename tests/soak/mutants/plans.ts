import { mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const server = "lib/server";
const limits = "tests/api/plan-limits.test.ts";
const retention = "tests/api/retention.test.ts";
const smaller = "tests/api/plan-smaller.test.ts";

/** Each must turn its suite red: a plan that can be passed. */
export const planMutants = [
  ...mutantsOf(
    "lib/server/resources/datasources/trials/case-handlers.ts",
    ["tests/api/cases.test.ts"],
    ["test questions are not counted one after another", "implement.add", drop("statement 1"), "aa33439691"],
  ),
  ...mutantsOf(
    `${server}/access/plans/limits.ts`,
    [limits],
    ["limits are not counted in turn", "lockPlanForCount", replace("call for 1", "$owner"), "af245fba98"],
    ["plans have no limits", "requireWithin", always("comparison 1"), "50cf4e4b18"],
    ["plans without function tools take some", "requireFunctionTool", always("if 1"), "c894b62dbe"],
    ["plans include every connector", "checkDataConnection", always("if 2"), "d1cdf15900"],
    ["plans connect data at will", "checkDataConnection", drop("if 1"), "9ad07c5900"],
    ["organizations are not counted in turn", "requireOwnOrgs", replace("call for 1", "$owner"), "e38a6466c9"],
  ),
  ...mutantsOf(
    `${server}/access/plans/limits.ts`,
    ["tests/unit/plans/limits.test.ts"],
    ["plans include every provider", "checkProvider", drop("if 1"), "f50e5dd334"],
    ["plans run schedules at will", "checkPeriod", always("call includes 1"), "83cbb6e7ef"],
  ),
  ...mutantsOf(
    `${server}/access/plans/effective-plan.ts`,
    ["tests/unit/plans/plan-in-force.test.ts"],
    ["the administrator's plan gives way", "findPlanName", drop("if 1"), "466a0439b8"],
    ["trials never end", "isStripePlanActive", always("comparison 1"), "2893ac0ece"],
    [
      "plans end while their renewal is under way",
      "isStripePlanActive",
      replace("ternary 1 > else", "0"),
      "435a570ece",
    ],
    ["seats are added to every plan", "toEffectivePlan", always("ternary 1"), "19dabb42ba"],
    ["trials end late", "isStripePlanActive", drop("|| 1 > operand 1"), "e2375b0ece"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/member-actions.ts`,
    [limits, "handed over"],
    ["organizations are handed over at will", "transferOwner", drop("statement 3"), "b027c167b6"],
  ),
  ...mutantsOf(
    `${server}/resources/models/actions.ts`,
    [smaller],
    ["a plan shrinks beside a model", "createModel", drop("statement 2"), "2a356fc47f"],
  ),
  ...mutantsOf(
    `${server}/resources/models/actions.ts`,
    [smaller, "while the plan becomes smaller"],
    ["a plan shrinks beside a change", "updateModel", drop("statement 3"), "2a356f5848"],
  ),
  ...mutantsOf(
    `${server}/access/plans/limits.ts`,
    [smaller, "while the plan becomes smaller"],
    ["a plan changes while it is looked at", "lockPlan", replace("call for 1", "$owner"), "907062ddf9"],
  ),
  ...mutantsOf(
    `${server}/resources/models/handlers.ts`,
    [smaller, "models outside"],
    ["models outside the plan are tried", "implement.test", drop("statement 1"), "21a534c0f6"],
    ["weights outside the plan are fetched", "implement.downloadWeights", drop("statement 1"), "38106d3768"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/context/load.ts`,
    [smaller, "models outside"],
    ["models outside the plan run", "loadAgent", drop("statement 1"), "81de51e389"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/handlers.ts`,
    [limits, "plan's teams"],
    ["teams are made at will", "implement.add", drop("statement 1"), "a83f8435b1"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/handlers.ts`,
    [retention],
    ["sessions are kept for as long as one likes", "implement.editRetention", drop("if 1"), "c6254be619"],
  ),
  ...mutantsOf(
    `${server}/access/teams/service.ts`,
    [retention, "smaller plan"],
    ["a smaller plan deletes what was there", "recordPlanDays", never("ternary 1"), "b11d5f721c"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/retention.ts`,
    [retention, "smaller plan"],
    ["sessions of before are the plan's too", "findSessionsWithOldEvents", drop("ternary 1"), "98caf42510"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/org-handlers.ts`,
    [limits, "best plan"],
    ["organizations are made at will", "implement.add", drop("statement 1"), "70a122667b"],
  ),
  ...mutantsOf(
    `${server}/access/invites/service.ts`,
    [limits, "members|a seat"],
    ["people are invited at will", "createInvite", drop("statement 1"), "26955f16d3"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/accept-invite.ts`,
    [limits, "by accepting"],
    ["people come in at will", "joinTeam", drop("statement 1"), "b7b6f4cb2c"],
  ),
  ...mutantsOf(
    `${server}/access/plans/counts.ts`,
    [limits, "a seat"],
    ["invites that are out of date take seats", "countUsers", drop("call gt 1"), "a923ae6b6b"],
  ),
  ...mutantsOf(
    `${server}/api/http/upload.ts`,
    ["tests/api/plan-files.test.ts", "on free"],
    [
      "a file has one byte more",
      "receiveForEndpoint",
      replace("object 1 > property 1 > value", "$0 + 1"),
      "1aea31cc26",
    ],
    [
      "a file has one byte less",
      "receiveForEndpoint",
      replace("object 1 > property 1 > value", "$0 - 1"),
      "1aea31cc26",
    ],
  ),
  ...mutantsOf(
    `${server}/access/auth/seats.ts`,
    [smaller],
    ["the owner loses their seat", "isOverSeats", drop("comparison 1"), "6b873f5d5e"],
    ["the oldest lose their seats", "isOverSeats", replace("comparison 4", "$1 !== $2"), "237f745d5e"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/access.ts`,
    [smaller],
    ["members without a seat write", "checkSeat", drop("if 1"), "06a5c67bbf"],
  ),
];
