import { setTimeout as sleep } from "node:timers/promises";
import OpenAI from "openai";
import type { ResponseStreamEvent } from "openai/resources/responses/responses";
import { expect, it } from "vitest";
import { callJson, newApp, newPerson } from "../bench/people";
import { killableServer } from "../support/killable-server";
import { freePort } from "../support/muster-process";
import { readTexts } from "../support/response-events";

const server = killableServer();

it("gives a client each character of the answer once, though its server is killed in the middle", async () => {
  const person = await newPerson(server.current.url);
  const appId = await newApp(person, "demo-chat:ttft=1,tps=40,words=160");
  const form = { name: "Website", appId, ways: { openai: true } };
  const { key } = await callJson(person, `/${person.slug}/forms/publication/add`, form);
  const client = new OpenAI({ apiKey: key, baseURL: `${server.current.url}/v1`, maxRetries: 0 });
  const events: ResponseStreamEvent[] = [];
  const last = () => events.at(-1)?.sequence_number ?? -1;
  const add = (event: ResponseStreamEvent) => {
    expect(event.sequence_number).toBeGreaterThan(last());
    events.push(event);
  };
  const textLength = () => [...readTexts(events).values()].join("").length;

  const stream = await client.responses.create({ model: appId, input: "Hello", stream: true });
  await expect(async () => {
    for await (const event of stream) {
      add(event);
      if (textLength() > 100) void server.current.kill("SIGKILL");
    }
    throw new Error("The stream ended.");
  }).rejects.toThrow();
  const [created] = events;
  if (created?.type !== "response.created") throw new Error("No response.");
  await server.restart();

  // The connection is lost once more, while the answer is written again.
  const resume = () => client.responses.retrieve(created.response.id, { stream: true, starting_after: last() });
  const until = textLength() + 100;
  for await (const event of await resume()) {
    add(event);
    if (textLength() > until) break;
  }
  await sleep(300);
  for await (const event of await resume()) add(event);

  const end = events.at(-1);
  if (end?.type !== "response.completed") throw new Error(`Ended with ${end?.type}.`);
  const texts = readTexts(events);
  const finished = end.response.output.flatMap((item) => (item.type === "message" ? item : []));
  expect(finished.map(({ status }) => status)).toEqual(["incomplete", "completed"]);
  const [lost, answer] = finished;
  expect(lost?.content).toEqual([]);
  const [content] = answer?.content ?? [];
  expect(content?.type === "output_text" && content.text).toBe(texts.get(answer?.id ?? ""));
  expect([...texts.keys()]).toEqual([lost?.id, answer?.id]);
  expect(await client.responses.retrieve(created.response.id)).toMatchObject({ output: end.response.output });
}, 180_000);

it("ends a stream within a second when another server revokes its key", async () => {
  const person = await newPerson(server.current.url);
  const appId = await newApp(person, "demo-chat:ttft=1,tps=20,words=400");
  const form = { name: "Website", appId, ways: { openai: true } };
  const { _id, key } = await callJson(person, `/${person.slug}/forms/publication/add`, form);
  const { publication } = await callJson<{ publication: { keys: { _id: string }[] } }>(
    person,
    `/${person.slug}/publication/${_id}.json`,
  );
  const other = await server.muster.server({ PORT: String(await freePort()), RATE_LIMIT_SCALE: "100000" });
  const client = new OpenAI({ apiKey: key, baseURL: `${server.current.url}/v1`, maxRetries: 0 });
  const stream = await client.responses.create({ model: appId, input: "Hello", stream: true });
  let revokedAt = 0;
  let revoked: Promise<Response> | undefined;
  const end = async () => {
    for await (const event of stream) {
      if (event.type !== "response.output_text.delta" || revokedAt > 0) continue;
      revokedAt = performance.now();
      const path = `/${person.slug}/forms/publication/${_id}/key/${publication.keys[0]?._id}`;
      revoked = fetch(other.url + path, { method: "DELETE", headers: { authorization: `Bearer ${person.token}` } });
    }
  };
  await expect(end()).rejects.toThrow();
  expect(performance.now() - revokedAt).toBeLessThan(1_000);
  expect((await revoked)?.status).toBe(200);
}, 120_000);
