import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { publications } from "@/lib/contract/publications/schemas";
import { inputRequests } from "@/lib/server/platform/db/tables/input-requests";
import { guardedTools } from "../support/approvals";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { openAiClient } from "../support/openai";
import { edit, ofPublication, publish, read, readCalls } from "../support/publications";
import { collect } from "../support/response-events";
import { newApp } from "../support/sessions";

openAiForAll();

it("ends a response at an approval, which the client gives", async () => {
  const { calls } = guardedTools();
  const own = await publish(await newPerson());
  const client = openAiClient(own);
  const events = await collect(await client.responses.create({ model: own.appId, input: "pay 40", stream: true }));
  const end = events.at(-1);
  if (end?.type !== "response.completed") throw new Error(`Ended with ${end?.type}.`);
  const { id, output } = end.response;
  const [text, request] = output;
  expect(JSON.stringify(text)).toMatch(/Guide wants to call pay.*http:\/\/localhost:3000\/.*\/session\//);
  expect(request).toMatchObject({ type: "mcp_approval_request", name: "pay", server_label: "muster" });
  expect(calls).toEqual([]);
  expect((await readCalls(own)).map(({ status }) => status)).toEqual(["waiting"]);
  const approval = { type: "mcp_approval_response", approval_request_id: request?.id ?? "", approve: true } as const;
  const next = await client.responses.create({ input: [approval], previous_response_id: id });
  expect(next).toMatchObject({ status: "completed", id: `${id}_1` });
  expect(next.output_text).toContain("pay is done");
  expect(calls).toMatchObject([{ name: "pay" }]);
  await expect(client.responses.create({ input: [approval] })).rejects.toMatchObject({ status: 400 });
});

it("ends a chat completion at an approval with a link, and leaves approvals of others to them", async () => {
  guardedTools({
    asks: { assignee: { type: "role", role: "Team Admin" }, minutes: null, onDeadline: "end", passTo: null },
  });
  const own = await publish(await newPerson());
  const client = openAiClient(own);
  const messages = [{ role: "user" as const, content: "pay 40" }];
  const { choices } = await client.chat.completions.create({ model: own.appId, messages });
  expect(choices[0]).toMatchObject({ finish_reason: "stop" });
  expect(choices[0]?.message.content).toMatch(/is waiting for approval\.\n\nhttp:\/\/localhost:3000\//);
  const { db } = await testDatabase();
  const [request] = await db.select().from(inputRequests).where(eq(inputRequests.teamId, own.person.slug));
  const approval = { type: "mcp_approval_response", approval_request_id: request?.id ?? "", approve: true } as const;
  await expect(client.responses.create({ input: [approval] })).rejects.toMatchObject({ status: 403 });
});

const slow = { model: "demo-chat:ttft=1,tps=20,words=400" };

it("ends open streams within a second when the key is revoked or the publication is turned off", async () => {
  const person = await newPerson();
  const appId = await newApp(person, slow);
  const revoked = await publish(person, {}, appId);
  const off = await publish(person, {}, appId);
  const cut = {
    revoke: async () => {
      const [key] = (await read(revoked)).keys;
      const params = { ...ofPublication(person, revoked.publicationId).params, publicationKeyId: key?._id ?? "" };
      await expectOk(callAs(publications.revokeKey, { token: person.token, params }));
    },
    turnOff: async () => void (await expectOk(edit(off, { enabled: false }))),
  };
  for (const [own, end] of [
    [revoked, cut.revoke],
    [off, cut.turnOff],
  ] as const) {
    const stream = await openAiClient(own).responses.create({ model: own.appId, input: "Hello", stream: true });
    let ended = 0;
    const reading = async () => {
      for await (const { type } of stream)
        if (type === "response.output_text.delta" && !ended) {
          await end();
          ended = performance.now();
        }
    };
    await expect(reading()).rejects.toThrow("The publication no longer allows this.");
    expect(performance.now() - ended).toBeLessThan(1_000);
  }
  await expect(openAiClient(revoked).models.list()).rejects.toMatchObject({ status: 401, code: "invalid_api_key" });
  await expect(openAiClient(off).models.list()).rejects.toMatchObject({ status: 403 });
});

it("limits calls in OpenAI's format", async () => {
  const own = await publish(await newPerson(), { rate: 2 });
  const client = openAiClient(own);
  await client.models.list();
  await client.models.list();
  const refused = await client.models.list().catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 429, type: "rate_limit_error", code: "rate_limit_exceeded" });
  const { headers } = refused as { headers: Headers };
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(headers.get("x-request-id")).toMatch(/^[\w-]{8,64}$/);
});
