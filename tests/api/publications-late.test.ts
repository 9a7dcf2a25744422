import { beforeAll, describe, expect, it } from "vitest";
import { publications } from "@/lib/contract/publications/schemas";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { inputRequests } from "@/lib/server/platform/db/tables/input-requests";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { answerPublicationRequest } from "@/lib/server/resources/publications/sessions";
import { guardedTools } from "../support/approvals";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { mcpPath } from "../support/mcp-client";
import { ownAddress } from "../support/own-address";
import { callerOf, edit, ofPublication, type Published, publish, read, start } from "../support/publications";
import { settled, testWorker } from "../support/sessions";

beforeAll(async () => {
  await testWorker();
});

async function revoke(published: Published): Promise<void> {
  const { token, params } = ofPublication(published.person, published.publicationId);
  const [key] = (await read(published)).keys;
  await expectOk(callAs(publications.revokeKey, { token, params: { ...params, publicationKeyId: key?._id ?? "" } }));
}

describe("a key that is revoked", () => {
  it("approves nothing, even if its request began before", async () => {
    const { calls } = guardedTools();
    const published = await publish(await newPerson());
    const { sessionId } = await start(published, { message: "pay 40" });
    await settled(published.person, sessionId);
    const caller = await callerOf(published);
    const { db } = await testDatabase();
    const [request] = (await db.select().from(inputRequests)).filter((one) => one.sessionId === sessionId);
    const said = { requestId: request?.id ?? "", decision: "approve" } as const;
    await revoke(published);
    await expect(answerPublicationRequest(db, caller, sessionId, said)).rejects.toMatchObject({ status: 401 });
    expect(calls).toEqual([]);
  });

  it("reads nothing, even if its request began before", async () => {
    const published = await publish(await newPerson(), { ways: { mcp: true } });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const request = new Request(`http://localhost:3000${mcpPath(published)}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${published.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        [CLIENT_ADDRESS_HEADER]: ownAddress(),
      },
      body: readable,
      duplex: "half",
    } as RequestInit);
    const reply = dispatch(request, mcpPath(published));
    const writer = writable.getWriter();
    // The key is looked up before the body is read.
    await writer.write(Buffer.from('{"jsonrpc":"2.0","id":1,'));
    await expect.poll(async () => (await read(published)).keys[0]?.lastUsedDate).not.toBeNull();
    await revoke(published);
    await writer.write(Buffer.from('"method":"tools/list"}'));
    await writer.close();
    expect((await reply).status).toBe(401);
  });
});

it("an edit of its websites does not end the use of a key", async () => {
  const published = await publish(await newPerson());
  const caller = await callerOf(published);
  await expectOk(edit(published, { origins: ["https://shop.example"] }));
  const { db } = await testDatabase();
  const said = { requestId: "request_unknown", decision: "approve" } as const;
  const { sessionId } = await start(published);
  await settled(published.person, sessionId);
  await expect(answerPublicationRequest(db, caller, sessionId, said)).rejects.toMatchObject({ status: 404 });
});
