import { afterEach, describe, expect, it } from "vitest";
import { hubspot } from "@/lib/server/engine/connectors/hubspot/connector";
import type { ConnectorContext, StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { connectorContext, refusal } from "../../support/connectors";
import { Landing } from "../../support/landing";
import { type HubspotStandin, hubspotToken, startHubspotStandin } from "../../support/standins/hubspot/server";

const config = { authentication: { type: "token", token: hubspotToken } };
const contacts: StreamChoice = { name: "contacts", mode: "incremental", fields: ["firstname", "lastname", "email"] };
/** Long before the time that is read again for the lag of HubSpot's search. */
const longAgo = Date.now() - 30 * 86_400_000;

const open: HubspotStandin[] = [];
afterEach(async () => {
  for (const standin of open.splice(0)) await standin.close();
});

async function started(options: { searchLimit?: number } = {}) {
  const standin = await startHubspotStandin(options);
  open.push(standin);
  standin.addKind("contacts", ["firstname", "lastname", "email", "hs_merged_object_ids"], ["hs_internal"]);
  const ctx = connectorContext({ places: { hubspot: standin.url }, pace: 0 });
  return { standin, ctx };
}

function people(standin: HubspotStandin, count: number, at = (id: number) => longAgo + id) {
  for (let id = 1; id <= count; id += 1)
    standin.put("contacts", id, { firstname: `Ada ${id}`, email: `ada${id}@example.test` }, at(id));
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

describe("what HubSpot offers", () => {
  it("is each kind of object that the credentials may see, custom ones too, without hidden properties", async () => {
    const { standin, ctx } = await started();
    standin.addKind("deals", ["dealname"]);
    standin.addKind("tickets", ["subject"]);
    standin.unseen.add("tickets");
    standin.addKind("p4711_boats", ["name", "length"]);
    standin.schemas.push({
      id: "2-1",
      name: "boats",
      fullyQualifiedName: "p4711_boats",
      labels: { singular: "Boat", plural: "Boats" },
      primaryDisplayProperty: "name",
      properties: [],
      associations: [],
      requiredProperties: [],
    });
    await hubspot.check(config, ctx);
    const streams = await hubspot.discover(config, ctx);
    expect(streams.map(({ name, title, cursorFields }) => [name, title, cursorFields])).toEqual([
      ["contacts", "Contacts", ["lastmodifieddate"]],
      ["deals", "Deals", ["hs_lastmodifieddate"]],
      ["p4711_boats", "Boats", ["hs_lastmodifieddate"]],
    ]);
    expect(streams[0]?.fields.map(({ name }) => name)).not.toContain("hs_internal");
    expect(streams[0]).toMatchObject({ primaryKeys: ["id"], modes: ["full", "incremental"] });
  });
});

describe("a sync of HubSpot", () => {
  it("tells all at first, then what changed, was archived, restored or merged", async () => {
    const { standin, ctx } = await started();
    people(standin, 250);
    const landing = new Landing(hubspot, config, contacts, ctx);
    await landing.sync();
    expect([...landing.documents.keys()]).toEqual(ids(250));
    expect(landing.documents.get("7")).toMatchObject({
      title: "Ada 7",
      uri: "https://app.hubspot.com/contacts/4711/record/0-1/7",
      data: { id: "7", firstname: "Ada 7", email: "ada7@example.test" },
    });

    await landing.sync();
    expect([landing.told, landing.deleted]).toEqual([[], []]);

    const now = Date.now();
    standin.put("contacts", 3, { firstname: "Grace" }, now);
    standin.put("contacts", 251, { firstname: "Newcomer", hs_merged_object_ids: "5;6" }, now + 1);
    for (const id of [5, 6, 9]) standin.archive("contacts", id, now);
    await landing.sync();
    expect(landing.told.sort()).toEqual(["251", "3"]);
    expect(new Set(landing.deleted)).toEqual(new Set(["5", "6", "9"]));
    expect(landing.documents.size).toBe(248);
    expect(landing.documents.get("3")?.title).toBe("Grace");

    await landing.sync();
    expect([landing.told, landing.deleted]).toEqual([[], []]);

    standin.put("contacts", 9, { firstname: "Back again" }, now + 5);
    await landing.sync();
    expect(landing.documents.get("9")?.title).toBe("Back again");
  });

  it("tells each object once when it is broken and continued", { timeout: 20_000 }, async () => {
    const { standin, ctx } = await started();
    people(standin, 230);
    for (const after of [1, 100, 101, 150, 203, 230]) {
      const landing = new Landing(hubspot, config, contacts, ctx);
      await landing.sync(after);
      const first = landing.told.length;
      await landing.sync();
      expect([...landing.documents.keys()].sort()).toEqual(ids(230).sort());
      // No more than the page that had no state yet is told again.
      expect(first + landing.told.length - 230).toBeLessThanOrEqual(100);
      await landing.sync();
      expect(landing.told).toEqual([]);
    }
  });

  it("follows more changes than one search gives, of one moment too, and continues amid them", {
    timeout: 20_000,
  }, async () => {
    const { standin, ctx } = await started({ searchLimit: 400 });
    people(standin, 10);
    const landing = new Landing(hubspot, config, contacts, ctx);
    await landing.sync();
    // An import: 450 at one moment, 460 one after another.
    const at = Date.now() - 200_000;
    people(standin, 910, (id) => (id <= 450 ? at : at + id));
    await landing.sync(700);
    const first = landing.told.length;
    await landing.sync();
    expect(landing.documents.size).toBe(910);
    expect(first + landing.told.length).toBeLessThan(910 + 200);
    await landing.sync();
    expect(landing.told).toEqual([]);
    const searches = standin.requests.filter(({ path }) => path.endsWith("/search"));
    expect(searches.every(({ body }) => body.after === undefined)).toBe(true);
  });

  it("in full finds what was erased without a trace, after a break too", async () => {
    const { standin, ctx } = await started();
    people(standin, 220);
    const landing = new Landing(hubspot, config, { ...contacts, mode: "full" }, ctx);
    await landing.sync();
    expect(landing.state).toBeNull();
    standin.erase("contacts", 20);
    standin.erase("contacts", 210);
    await landing.sync(120);
    expect(landing.documents.size).toBe(220);
    await landing.sync();
    expect(landing.complete).toBe(true);
    expect(landing.documents.size).toBe(218);
  });

  it("goes without the addresses of HubSpot's screens where it may not know the account", async () => {
    const { standin, ctx } = await started();
    people(standin, 1);
    standin.fail({ when: ({ path }) => path.startsWith("/account-info"), answer: { status: 403, body: {} } });
    const landing = new Landing(hubspot, config, contacts, ctx);
    await landing.sync();
    expect(landing.documents.get("1")).toMatchObject({ title: "Ada 1", uri: null });
  });

  it("asks for many properties in a body", async () => {
    const { standin, ctx } = await started();
    const many = Array.from({ length: 200 }, (_, index) => `property_number_${index}`);
    standin.addKind("companies", ["name", ...many]);
    standin.put("companies", 1, { name: "Acme", property_number_199: "last" }, longAgo);
    const landing = new Landing(hubspot, config, { name: "companies", mode: "full" }, ctx);
    await landing.sync();
    expect(landing.documents.get("1")?.data).toMatchObject({ name: "Acme", property_number_199: "last" });
    expect(standin.requests.some(({ path }) => path.endsWith("/batch/read"))).toBe(true);
  });
});

describe("a failure of HubSpot", () => {
  const read = async (ctx: ConnectorContext, stream = contacts, given = config) => {
    const landing = new Landing(hubspot, given, stream, ctx);
    return landing.sync();
  };

  it("names wrong credentials without showing them", async () => {
    const { ctx } = await started();
    const wrong = { authentication: { type: "token", token: "pat-eu1-not-the-token-9999" } };
    const error = await refusal(hubspot.check(wrong, ctx));
    expect(error).toMatchObject({
      kind: "credentials",
      retryable: false,
      message: "HubSpot rejected the credentials (401): Authentication credentials not found.",
    });
  });

  it("names a missing scope", async () => {
    const { standin, ctx } = await started();
    people(standin, 1);
    standin.fail({
      when: ({ path }) => path === "/crm/v3/objects/contacts",
      answer: {
        status: 403,
        body: {
          category: "MISSING_SCOPES",
          message: "Not granted.",
          errors: [{ context: { requiredGranularScopes: ["crm.objects.contacts.read"] } }],
        },
      },
    });
    expect(await refusal(read(ctx))).toMatchObject({
      kind: "permission",
      retryable: false,
      message: expect.stringContaining("the crm.objects.contacts.read scope. Add it to the private app"),
    });
  });

  it("names a property that vanished, and a kind of object", async () => {
    const { standin, ctx } = await started();
    standin.dropProperty("contacts", "email");
    expect(await refusal(read(ctx))).toMatchObject({
      kind: "vanished",
      retryable: false,
      message: "HubSpot no longer has the property email in Contacts. Choose the fields again.",
    });
    expect(await refusal(read(ctx, { name: "deals", mode: "full" }))).toMatchObject({
      kind: "vanished",
      retryable: false,
    });
  });

  it("waits where it is asked for a moment, and tells of a longer wait", async () => {
    const { standin, ctx } = await started();
    people(standin, 5);
    standin.fail({
      times: 2,
      answer: { status: 429, headers: { "retry-after": "0" }, body: { message: "Slow down" } },
    });
    await read(ctx);
    standin.fail({ answer: { status: 429, headers: { "retry-after": "90" }, body: { message: "Slow down" } } });
    expect(await refusal(read(ctx))).toMatchObject({ kind: "rate_limit", retryable: true, retryAfterMs: 90_000 });
  });

  it.each([
    ["a problem of its own", { status: 500, body: { message: "Oops" } }, "unavailable", true],
    ["a cut answer", { body: { results: [] }, cutAfter: 5 }, "network", true],
    ["a web page", { headers: { "content-type": "text/html" }, body: "<html>hi</html>" }, "malformed", false],
  ] as const)("tells %s", async (_title, answer, kind, retryable) => {
    const { standin, ctx } = await started();
    standin.fail({ when: ({ path }) => path.startsWith("/account-info"), answer });
    expect(await refusal(hubspot.check(config, ctx))).toMatchObject({ kind, retryable });
  });

  it("ends with the call that it is for", async () => {
    const { standin } = await started();
    const stop = new AbortController();
    const ctx = connectorContext({ places: { hubspot: standin.url }, signal: stop.signal });
    standin.fail({ answer: "hang" });
    const asked = refusal(hubspot.check(config, ctx));
    setTimeout(() => stop.abort(), 100);
    expect(await asked).toBe(stop.signal.reason);
  });
});
