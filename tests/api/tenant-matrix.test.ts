import { beforeAll, describe, expect, it } from "vitest";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { isProtocol } from "@/lib/contract/base/policy";
import { Permission } from "@/lib/permissions/bits";
import { ownDatabase } from "../support/database";
import {
  anonymousCallers,
  type Caller,
  deletedTeam,
  holderOf,
  lackerOf,
  outsiders,
  refusalOf,
  visitorsOf,
} from "../support/matrix/callers";
import { digest, digestOf } from "../support/matrix/digest";
import {
  expectAnswer,
  expectNothingOf,
  noSuchCall,
  noSuchLink,
  noSuchTeam,
  notByKey,
  notByLimitedKey,
  notSignedIn,
} from "../support/matrix/expectations";
import { type Furnished, furnishTeam } from "../support/matrix/furnished-team";
import { names, requestsOf, type Sent, sendAs } from "../support/matrix/requests";
import { reuseTeam } from "../support/matrix/reuse-team";
import { rows } from "../support/matrix/rows";
import { callersFor, isTried } from "../support/matrix/sample";
import { newMember, tokenOf } from "../support/people";
import { endpoints, namedEndpoints } from "../support/registry";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let team: Furnished;
let deleted: Furnished;
let anonymous: Caller[];
let visitors: Caller[];
let strangers: Caller[];
beforeAll(async () => {
  team = await furnishTeam();
  anonymous = anonymousCallers(team);
  strangers = await outsiders(team, await furnishTeam({ sibling: team }));
  visitors = await visitorsOf(team);
  deleted = await deletedTeam();
});

it("has a row for every call, and none for calls that are gone", () => {
  expect(Object.keys(rows).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

/** The call as it is, and under /s where shared mode has it. */
const prefixes = ({ endpoint }: Sent) => (endpoint.visitors ? (["", "/s"] as const) : ([""] as const));

/** Below /s the link itself is there for anyone whom its app lets in. */
const isLink = ({ endpoint, body }: Sent, prefix: string) =>
  prefix === "/s" && (endpoint.name === "shares.get" || body?.shareId !== undefined);

/** Public calls and those that name no team answer strangers as they answer anybody. */
const answersAnyone = (sent: Sent, { ids }: Furnished): boolean =>
  sent.stranger !== undefined || sent.endpoint.access === "public" || !names(sent, ids);

/** What programs get without a credential of their protocol: those of OAuth have none when they begin. */
const refusalByProtocol = ({ endpoint: { access }, status }: Sent): number =>
  access === "hook" ? 404 : access === "oauth" && status !== undefined ? status : 401;

/** Sends a call's request of that number as a member with all bits but the one that it wants, and with it alone. */
async function expectBit(endpoint: ShapedEndpoint, number: number, own: Furnished): Promise<void> {
  const [sent] = requestsOf(endpoint, own.ids).slice(number);
  if (!sent) return;
  const bit = sent.needs ?? endpoint.permission;
  // Every account holds that one.
  if (bit !== undefined && bit !== Permission.CREATE_ORG) {
    const lacker = await newMember(own, lackerOf(bit));
    const before = await digest(own);
    const got = await sendAs(sent, { token: await tokenOf(lacker) });
    expectAnswer(got, 403, refusalOf(bit), "a member without the bit");
    expectNothingOf(own, got, "a member without the bit");
    expect(await digest(own)).toEqual(before);
  }
  const holder = await newMember(own, bit === undefined ? {} : holderOf(bit));
  const beside = [await digestOf(own.spare), await digest(deleted)];
  for (const prefix of endpoint.method === "GET" ? prefixes(sent) : ([""] as const)) {
    const got = await sendAs(sent, { token: await tokenOf(holder), prefix });
    expect(got).toMatchObject({ status: sent.status ?? 200 });
    expect(own.secrets.filter((secret) => got.text.includes(secret))).toEqual([]);
    // An app that is private is still one of the team's apps; what was said in it is not the team's to read.
    if (!["apps", "audit"].includes(endpoint.resource))
      expect(own.hiddenValues.filter((value) => got.text.includes(value))).toEqual([]);
  }
  // What it does, it does to the record that it names.
  expect([await digestOf(own.spare), await digest(deleted)]).toEqual(beside);
}

const withTeam = reuseTeam();
describe.each(namedEndpoints)("%s", (_, endpoint) => {
  it("shows nobody outside the team anything and changes nothing for them", async () => {
    const before = await digest(team);
    if (isProtocol(endpoint)) {
      for (const sent of requestsOf(endpoint, team.ids))
        for (const { name, token } of [
          ...anonymous,
          ...strangers,
          { name: "owner", token: () => tokenOf(team.owner) },
        ]) {
          const got = await sendAs(sent, { token: await token() });
          expect([name, got.status]).toEqual([name, refusalByProtocol(sent)]);
          expectNothingOf(team, got, name);
        }
      expect(await digest(team)).toEqual(before);
      return;
    }
    for (const sent of requestsOf(endpoint, team.ids)) {
      const open = answersAnyone(sent, team);
      for (const prefix of prefixes(sent)) {
        for (const { name, token: read } of callersFor(endpoint, anonymous)) {
          const token = await read();
          const got = await sendAs(sent, { token, prefix });
          if (isLink(sent, prefix)) expectAnswer(got, 404, noSuchLink, name);
          else if (endpoint.access !== "public") expectAnswer(got, 401, notSignedIn(sent, token), name);
          expectNothingOf(team, got, name);
        }
        for (const { name, token, inOrg, key, limited, reaches } of callersFor(endpoint, strangers)) {
          if (reaches?.includes(endpoint.name)) continue;
          const got = await sendAs(sent, { token: await token(), prefix });
          if (key && !endpoint.apiKeys) expectAnswer(got, 403, notByKey, name);
          else if (isLink(sent, prefix)) expectAnswer(got, 404, noSuchLink, name);
          else if (limited && endpoint.reach === "organization") expectAnswer(got, 403, notByLimitedKey, name);
          else if (open) expect([name, got.status]).toEqual([name, sent.stranger ?? sent.status ?? 200]);
          else expectAnswer(got, 404, noSuchTeam, name);
          expectNothingOf(team, got, name, inOrg);
        }
      }
    }
    expect(await digest(team)).toEqual(before);
  });

  it("is no visitor's of a public link of the team, but for what their own link shows", async () => {
    const before = await digest(team);
    for (const sent of requestsOf(endpoint, team.ids)) {
      for (const { name, token, inOrg, prefix } of callersFor(endpoint, visitors).flatMap((one) => [
        { ...one, prefix: "" as const },
        { ...one, prefix: "/s" as const },
      ])) {
        const got = await sendAs(sent, { token: await token(), prefix });
        if (prefix === "/s" && !endpoint.visitors) expectAnswer(got, 404, noSuchCall, name);
        else if (prefix === "/s") expect([name, got.status]).toEqual([name, endpoint.access === "team" ? 404 : 200]);
        else if (isProtocol(endpoint)) expect([name, got.status]).toEqual([name, refusalByProtocol(sent)]);
        else if (endpoint.access !== "public") expectAnswer(got, 401, notSignedIn(sent), name);
        expectNothingOf(team, got, name, inOrg);
      }
    }
    expect(await digest(team)).toEqual(before);
  });

  it("is gone with the team, for its owner too", async () => {
    if (isProtocol(endpoint)) return;
    const before = await digest(deleted);
    for (const sent of requestsOf(endpoint, deleted.ids).filter((each) => !answersAnyone(each, deleted))) {
      const got = await sendAs(sent, { token: await tokenOf(deleted.owner) });
      expectAnswer(got, 404, noSuchTeam, "the deleted team's owner");
    }
    expect(await digest(deleted)).toEqual(before);
  });

  it("lets a member with exactly the bit pass, and refuses one with all but it", async () => {
    if (!isTried(endpoint) || isProtocol(endpoint)) return;
    for (const [i] of requestsOf(endpoint, team.ids).entries())
      if (endpoint.method === "GET") await expectBit(endpoint, i, team);
      else await withTeam((own) => expectBit(endpoint, i, own));
  });

  it("is under /s only where shared mode has it", async () => {
    if (endpoint.visitors) return;
    const before = await digest(team);
    for (const sent of requestsOf(endpoint, team.ids))
      expectAnswer(await sendAs(sent, { token: await tokenOf(team.owner), prefix: "/s" }), 404, noSuchCall, "owner");
    expect(await digest(team)).toEqual(before);
  });
});
