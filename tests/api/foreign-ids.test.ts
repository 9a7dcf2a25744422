import { beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "@/lib/contract/base/endpoint";
import { contracts } from "@/lib/contract/index";
import { ownDatabase } from "../support/database";
import { digest } from "../support/matrix/digest";
import { expectNothingOf } from "../support/matrix/expectations";
import { foreignVariants, idFields, type Variant } from "../support/matrix/foreign-ids";
import { type Furnished, furnishTeam } from "../support/matrix/furnished-team";
import { type Got, requestsOf, sendAs } from "../support/matrix/requests";
import { type Account, newMember, tokenOf } from "../support/people";
import { memberEndpoints, paramsOf } from "../support/registry";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let team: Furnished;
let elsewhere: Furnished;
let sibling: Furnished;
let attackers: [who: string, place: Furnished, account: Account][];
let member: Account;
beforeAll(async () => {
  team = await furnishTeam();
  elsewhere = await furnishTeam();
  sibling = await furnishTeam({ sibling: team });
  const everything = { root: true };
  attackers = [
    ["elsewhere", elsewhere, await newMember(elsewhere, everything)],
    ["in a sibling team", sibling, await newMember(sibling, everything)],
  ];
  member = await newMember(team, { orgBits: [40], teamBits: [75, 105, 110, 120, 125, 200, 205, 210, 215] });
});

/** Fields for records that no call makes yet, with the resource that will. Any id in them is refused. */
const withoutRecords: Record<string, { resource: string; value: unknown }> = {
  "body.agentRevisions": { resource: "revisions", value: { agent_unknown: 1 } },
  "body.toolRevisions": { resource: "revisions", value: { tool_unknown: "revision_unknown" } },
};

/** What a datasource can be made of: no record of anybody's. */
const sources = new Set(["query.sourceDefinitionId", "body.connectorId", "body.clientId"]);

/** A list may be narrowed by the id of a thing that is gone: nothing is found then. */
const filters = new Set([
  "shares.list query.appId",
  "publications.list query.appId",
  ...["testsetId", "agentId", "appId"].map((field) => `evaluations.list query.${field}`),
  ...["testsets.list", "feedback.get", "feedback.list"].flatMap((name) => [
    `${name} query.agentId`,
    `${name} query.appId`,
  ]),
  "favorites.list query.recent",
  "budgets.asked query.requestId",
  "sessions.list query.appId",
  "agents.list query.modelId",
  "models.list query.providerId",
  "apps.list query.agentId",
  "variables.list query.ids",
  "tools.list query.datasourceId",
  "datasources.searchable query.agentIds",
  "datasources.searchable query.taskIds",
  "tasks.list query.agentId",
  "tasks.list query.ids",
  ...["audit.list", "audit.csv", "audit.export"].flatMap((name) => [
    `${name} query.targetId`,
    `${name} query.accountId`,
  ]),
]);

/** Members and SCIM tokens of a sibling team belong to the common organization. */
const ownOrgs = (who: string, endpoint: Endpoint, at: string): boolean =>
  who === "in a sibling team" &&
  ["orgs", "identity"].includes(endpoint.resource) &&
  /\.(memberId|before|scimTokenId)$/.test(at);

const refusals = [400, 404];

async function expectRefused(
  { at, foreign, unknown }: Variant,
  account: Account,
  who: string,
  allowed = refusals,
): Promise<Got> {
  const got = await sendAs(foreign, { token: await tokenOf(account) });
  const none = await sendAs(unknown, { token: await tokenOf(account) });
  const place = `${who} with a foreign ${at}`;
  expect({ place, status: got.status, body: got.body }).toEqual({ place, status: none.status, body: none.body });
  if (!filters.has(`${foreign.endpoint.name} ${at}`))
    expect([place, allowed.includes(got.status)]).toEqual([place, true]);
  return got;
}

describe.each(memberEndpoints)("%s", (name, endpoint) => {
  it("treats an id of another team as one that does not exist", async () => {
    // What root does is done to all teams.
    if (endpoint.access === "public" || endpoint.access === "root") return;
    const before = [await digest(team), await digest(elsewhere), await digest(sibling)];
    // The organisation's own log is for its owner whatever the team, and root is as good as one.
    const outside = attackers.filter(([, place]) => endpoint.resource !== "audit" || place !== sibling);
    for (const [who, place, account] of outside)
      for (const variant of foreignVariants(endpoint, place.ids, team.ids)) {
        if (ownOrgs(who, endpoint, variant.at)) continue;
        const got = await expectRefused(variant, account, who);
        expectNothingOf(team, got, `someone ${who} by ${variant.at}`, place === sibling);
      }
    expect([await digest(team), await digest(elsewhere), await digest(sibling)]).toEqual(before);
  });

  it("treats what is private to another member as if it did not exist", async () => {
    const before = await digest(team);
    for (const variant of foreignVariants(endpoint, team.ids, { ...team.ids, ...team.hidden })) {
      const { text } = await expectRefused(variant, member, "a member", [...refusals, 403]);
      expect(team.hiddenValues.filter((value) => text.includes(value))).toEqual([]);
    }
    expect(await digest(team)).toEqual(before);
  });

  it("refuses a body whose id differs from the address", async () => {
    if (endpoint.method === "GET" || endpoint.multipart) return;
    const before = await digest(elsewhere);
    const [, , account] = attackers[0] ?? [];
    const [sent] = requestsOf(endpoint, elsewhere.ids);
    if (!account || !sent) throw new Error("There is nobody to send it.");
    for (const param of paramsOf(endpoint)) {
      const body = { ...sent.body, [param]: "another" };
      const got = await sendAs({ ...sent, body }, { token: await tokenOf(account) });
      expect(got).toMatchObject({ status: 400, body: { code: "invalid", issues: [{ path: param }] } });
    }
    expect(await digest(elsewhere)).toEqual(before);
  });

  it("has every field for an id tried, or refuses whatever stands in it", async () => {
    const tried = new Set(foreignVariants(endpoint, elsewhere.ids, team.ids).map(({ at }) => at.replace(/\.\d+$/, "")));
    const before = await digest(elsewhere);
    const isTried = (field: string) => [...tried].some((at) => at === field || at.startsWith(`${field}.`));
    for (const field of idFields(endpoint).filter((each) => !isTried(each) && !sources.has(each))) {
      const known = withoutRecords[field];
      if (!known || known.resource in contracts)
        throw new Error(`The row of ${name} in tests/support/matrix/rows.ts puts no record's id into ${field}.`);
      const [sent] = requestsOf(endpoint, elsewhere.ids);
      if (!sent) return;
      const body = { ...sent.body, [field.replace("body.", "")]: known.value };
      const got = await sendAs({ ...sent, body }, { token: await tokenOf(elsewhere.owner) });
      expect({ field, ...got }).toMatchObject({ field, status: 400, body: { code: "invalid" } });
    }
    expect(await digest(elsewhere)).toEqual(before);
  });
});
