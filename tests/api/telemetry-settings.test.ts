import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import root from "otlp-decoder/build/src/generated/root.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AuditEntry, audit } from "@/lib/contract/audit/schemas";
import { telemetry } from "@/lib/contract/telemetry/schemas";
import { createCollectorLoader } from "@/lib/server/engine/telemetry/org-collectors";
import { createRecipients } from "@/lib/server/engine/telemetry/recipients";
import { orgTelemetry } from "@/lib/server/platform/db/tables/telemetry";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { type Collector, startCollector } from "../support/standins/collector";

ownDatabase();

let collector: Collector;
beforeAll(async () => {
  process.env.OUTBOUND_ALLOW = "127.0.0.1";
  forgetEnv();
  collector = await startCollector();
});
afterAll(async () => {
  delete process.env.OTEL_METRIC_EXPORT_INTERVAL;
  forgetEnv();
  await collector.close();
});

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const read = (person: Person) => expectOk(callAs(telemetry.get, to(person)));
const edit = (person: Person, body: object) => callAs(telemetry.edit, { ...to(person), body: { ...body } as never });
const testIt = (person: Person, body: object) => callAs(telemetry.test, { ...to(person), body: { ...body } as never });

const secret = "Authorization: Bearer abcdefghijklmnop";

it("keeps headers encrypted and masked, and asks for them again with another address", async () => {
  const ada = await newPerson();
  expect(await read(ada)).toMatchObject({ endpoint: "", headers: "", includeContents: false });
  await expectOk(edit(ada, { endpoint: `${collector.url}/v1/traces`, headers: secret }));
  const stored = await read(ada);
  expect(stored).toMatchObject({ endpoint: collector.url, headers: "••••mnop", includeContents: false });
  const { db } = await testDatabase();
  const { rows } = await db.execute("select * from org_telemetry");
  expect(JSON.stringify(rows)).not.toContain("abcdefgh");
  const moved = { endpoint: "http://127.0.0.1:9", headers: stored.headers };
  for (const refused of [
    await edit(ada, moved),
    await testIt(ada, moved),
    await edit(ada, { endpoint: moved.endpoint }),
  ])
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "headers" }] } });
  await expectOk(edit(ada, { endpoint: collector.url, headers: stored.headers, includeContents: true }));
  collector.requests.length = 0;
  expect(await expectOk(testIt(ada, { endpoint: collector.url, headers: stored.headers }))).toMatchObject({ ok: true });
  expect(collector.requests[0]?.headers.authorization).toBe("Bearer abcdefghijklmnop");
  for (const headers of ["Host: elsewhere", "no colon", "a: b\nContent-Length: 5"])
    expect(await edit(ada, { endpoint: collector.url, headers })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "headers" }] },
    });
  expect(await edit(ada, { endpoint: "ftp://x" })).toMatchObject({ status: 400 });
  await expectOk(edit(ada, { endpoint: "" }));
  expect(await read(ada)).toMatchObject({ endpoint: "", headers: "" });
  const { entries } = (await expectOk(callAs(audit.list, { ...to(ada), query: {} }))) as { entries: AuditEntry[] };
  const changes = entries.filter(({ action }) => action === "telemetry.edit");
  expect(changes).toMatchObject([
    { after: { telemetryEndpoint: null, telemetryHeaders: null, telemetryContents: null } },
    { before: { telemetryContents: false }, after: { telemetryContents: true } },
    { after: { telemetryEndpoint: collector.url, telemetryHeaders: "••••" } },
  ]);
  expect(JSON.stringify(entries)).not.toContain("abcdefgh");
});

const protobuf = { "content-type": "application/x-protobuf" };
const rejected = root.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse.encode({
  partialSuccess: { rejectedSpans: 1, errorMessage: "the quota of Bearer abcdefghijklmnop is used up" },
}).finish();

it.each<[string, (response: ServerResponse) => void, string]>([
  [
    "401",
    (response) => response.writeHead(401, { "content-type": "text/plain" }).end("unknown key abcdefghijklmnop"),
    "The collector rejected the credentials (401). Check the headers. The collector reported: unknown key [secret]",
  ],
  [
    "404",
    (response) => response.writeHead(404).end(),
    "The server has no OpenTelemetry endpoint at this URL (404). Check the endpoint; /v1/traces is appended to it.",
  ],
  [
    "a page",
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
    "The response from 127.0.0.1:PORT isn't a valid OTLP response. Check the endpoint.",
  ],
  [
    "garbage",
    (response) => response.writeHead(200, protobuf).end(Buffer.from([10, 255, 255, 255, 255])),
    "The response from 127.0.0.1:PORT isn't a valid OTLP response. Check the endpoint.",
  ],
  [
    "a partial refusal",
    (response) => response.writeHead(200, protobuf).end(rejected),
    "The collector rejected the test span: the quota of [secret] is used up.",
  ],
  ["a broken connection", (response) => response.destroy(), "Couldn't reach 127.0.0.1:PORT: it closed the connection."],
])("says what a collector answers: %s", async (_name, respond, sentence) => {
  const ada = await newPerson();
  collector.behave(respond);
  const { ok, message } = await expectOk(testIt(ada, { endpoint: collector.url, headers: secret }));
  collector.behave();
  expect([ok, String(message).replaceAll(String(collector.port), "PORT")]).toEqual([false, sentence]);
});

it("refuses addresses of the server's own network", async () => {
  const ada = await newPerson();
  const { ok, message } = await expectOk(testIt(ada, { endpoint: "http://169.254.169.254" }));
  expect(ok).toBe(false);
  expect(message).toContain("169.254.169.254");
});

it("are decrypted only after changes", async () => {
  const [ada, bob] = [await newPerson(), await newPerson("Bob")];
  const set = (person: Person) => expectOk(edit(person, { endpoint: collector.url, headers: secret }));
  await Promise.all([set(ada), set(bob)]);
  const load = createCollectorLoader((await testDatabase()).db);
  const before = await load();
  await set(bob);
  const after = await load();
  expect(after.get(ada.orgId)).toBe(before.get(ada.orgId));
  expect(after.get(bob.orgId)).not.toBe(before.get(bob.orgId));
});

it("that another process has changed end what is sent to an organization that runs nothing", async () => {
  const ada = await newPerson();
  await expectOk(edit(ada, { endpoint: collector.url, headers: secret }));
  process.env.OTEL_METRIC_EXPORT_INTERVAL = "100";
  forgetEnv();
  const { db } = await testDatabase();
  const recipients = createRecipients(db, 300);
  await recipients.refresh();
  const histogram = { name: "test", description: "", unit: "s", buckets: [1] };
  for (const { destination } of recipients.find(ada.orgId)) destination.add({ histogram, value: 1, attributes: {} });
  const isSending = async () => {
    collector.requests.length = 0;
    await sleep(500);
    return collector.requests.length > 0;
  };
  await expect.poll(isSending, { timeout: 10_000 }).toBe(true);
  expect(await isSending()).toBe(true);
  await db.delete(orgTelemetry).where(eq(orgTelemetry.orgId, ada.orgId));
  await expect.poll(isSending, { timeout: 10_000 }).toBe(false);
});
