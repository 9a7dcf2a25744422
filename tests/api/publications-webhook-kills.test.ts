import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { WebhookDelivery } from "@/lib/contract/webhooks/schemas";
import { callJson, newApp, newPerson } from "../bench/people";
import { killableServer } from "../support/killable-server";
import { senders } from "../support/webhooks";

const server = killableServer();
const events = 8;

it("a run that was promised by 202 follows although the server is killed right after, once", {
  timeout: 120_000,
}, async () => {
  const person = await newPerson(server.current.url);
  const appId = await newApp(person, "demo-chat:ttft=1000,tps=2000");
  const secret = `whsec_${Buffer.from(randomUUID()).toString("base64")}`;
  const ways = { webhook: { preset: "standard", secret } };
  // Half of them find no room, and wait.
  const form = { name: "Events", appId, ways, concurrency: events / 2 };
  const { _id: publicationId } = await callJson(person, `/${person.slug}/forms/publication/add`, form);
  const deliver = async (id: string): Promise<[number, unknown]> => {
    const body = JSON.stringify({ message: `Event ${id}` });
    const headers = { "content-type": "application/json", ...senders.standard({ secret, body, id }) };
    const reply = await fetch(`${server.current.url}/hooks/${publicationId}`, { method: "POST", headers, body });
    return [reply.status, await reply.json()];
  };
  const ids = Array.from({ length: events }, (_, i) => `evt_${i}`);
  const promised = await Promise.all(ids.map(deliver));
  await server.current.kill("SIGKILL");
  expect(promised.map(([status]) => status)).toEqual(ids.map(() => 202));
  await server.restart();
  const again = { ...person, url: server.current.url };
  expect(await Promise.all(ids.map(deliver))).toEqual(promised);
  const read = async () =>
    (
      await callJson<{ deliveries: WebhookDelivery[] }>(
        again,
        `/${person.slug}/publication/${publicationId}/deliveries.json?limit=100`,
      )
    ).deliveries;
  await expect
    .poll(async () => (await read()).map(({ runStatus }) => runStatus), { timeout: 60_000, interval: 500 })
    .toEqual(ids.map(() => "completed"));
  const { rows } = await (await server.muster.database()).query("select id from runs");
  const runs = promised.map(([, body]) => (body as { runId: string }).runId);
  expect(rows.map(({ id }) => id).sort()).toEqual(runs.sort());
});
