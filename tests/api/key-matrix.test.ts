import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { Permission } from "@/lib/permissions/bits";
import { ownDatabase, testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { holderOf, lackerOf, refusalOf } from "../support/matrix/callers";
import { digest, digestOf } from "../support/matrix/digest";
import { expectAnswer, expectNothingOf, notByKey, notByLimitedKey } from "../support/matrix/expectations";
import { type Furnished, furnishTeam } from "../support/matrix/furnished-team";
import { requestsOf, sendAs } from "../support/matrix/requests";
import { reuseTeam } from "../support/matrix/reuse-team";
import { isTried } from "../support/matrix/sample";
import { everyBit } from "../support/naive-permissions";
import { newMember } from "../support/people";
import { memberEndpoints } from "../support/registry";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let team: Furnished;
beforeAll(async () => {
  team = await furnishTeam();
});
// Each call has a key of its own, and nobody may have as many as there are calls.
beforeEach(async () => {
  const { pool } = await testDatabase();
  await pool.query("delete from api_keys where account_id = $1", [team.owner.accountId]);
});

const keyBits = everyBit.filter((bit) => bit !== Permission.ROOT);
const without = (bit: number | undefined) => keyBits.filter((other) => other !== bit);

/** Sends a call's request of that number by keys that may not what it wants, and by one that may. */
async function expectBit(endpoint: ShapedEndpoint, number: number, own: Furnished): Promise<void> {
  const [sent] = requestsOf(endpoint, own.ids).slice(number);
  if (!sent) return;
  const bit = sent.needs ?? endpoint.permission;
  const holder = await newMember(own, bit === undefined ? {} : holderOf(bit));
  if (bit !== undefined) {
    const lacker = await newMember(own, lackerOf(bit));
    const narrow = await newKey(holder, { permissions: without(bit) });
    const wide = await newKey(lacker, { permissions: keyBits });
    const before = await digest(own);
    const refused: [string, { secret: string }][] = [["a key without the bit", narrow]];
    // Every account holds that one.
    if (bit !== Permission.CREATE_ORG) refused.push(["a key of an owner without the bit", wide]);
    for (const [who, { secret }] of refused) {
      const got = await sendAs(sent, { token: secret });
      expectAnswer(got, 403, refusalOf(bit), who);
      expectNothingOf(own, got, who);
    }
    expect(await digest(own)).toEqual(before);
  }
  const permissions = bit === undefined ? [] : [bit];
  const { secret } = await newKey(holder, {
    permissions,
    teamIds: endpoint.reach === "organization" ? null : [own.slug],
  });
  const beside = await digestOf(own.spare);
  const got = await sendAs(sent, { token: secret });
  expect(got).toMatchObject({ status: sent.status ?? 200 });
  expect(own.secrets.filter((one) => got.text.includes(one))).toEqual([]);
  expect(await digestOf(own.spare)).toEqual(beside);
}

const withTeam = reuseTeam();
describe.each(memberEndpoints)("%s by an API key", (_, endpoint) => {
  it("is refused where a person has to sign in", async () => {
    if (endpoint.apiKeys) return;
    const before = await digest(team);
    const { secret } = await newKey(team.owner, { permissions: keyBits });
    for (const sent of requestsOf(endpoint, team.ids))
      expectAnswer(await sendAs(sent, { token: secret }), 403, notByKey, "the owner's key");
    const own = await digest(team);
    expect({ ...own, api_keys: "" }).toEqual({ ...before, api_keys: "" });
  });

  it("is refused beyond the key's teams", async () => {
    // Where a person has to sign in, no key gets this far.
    if (endpoint.reach !== "organization" || !endpoint.apiKeys) return;
    const before = await digest(team);
    const { secret } = await newKey(team.owner, { permissions: keyBits, teamIds: [team.slug] });
    for (const sent of requestsOf(endpoint, team.ids)) {
      const got = await sendAs(sent, { token: secret });
      expectAnswer(got, 403, notByLimitedKey, "the owner's key for this team");
      expectNothingOf(team, got, "the owner's key for this team");
    }
    const own = await digest(team);
    expect({ ...own, api_keys: "" }).toEqual({ ...before, api_keys: "" });
  });

  it("does what both the key and its owner may, and nothing more", async () => {
    if (!endpoint.apiKeys || !isTried(endpoint)) return;
    for (const [i] of requestsOf(endpoint, team.ids).entries())
      if (endpoint.method === "GET") await expectBit(endpoint, i, team);
      else await withTeam((own) => expectBit(endpoint, i, own));
  });
});
