import { beforeAll, describe, expect, it } from "vitest";
import { newPerson, send } from "../support/client";
import { mcpPath } from "../support/mcp-client";
import { askedFor, connectWithConsent, consent, memoryProvider, origin, reconnect } from "../support/oauth-client";
import { publish, readCalls } from "../support/publications";
import { newApp, testWorker } from "../support/sessions";

beforeAll(async () => {
  await testWorker();
});

const ways = { mcp: true };

async function publishChat() {
  const person = await newPerson();
  return publish(person, { ways }, await newApp(person));
}

describe("the official client", () => {
  it("finds the server, registers, is allowed, calls the tool, and refreshes its tokens", async () => {
    const published = await publishChat();
    const memory = memoryProvider();
    const client = await connectWithConsent(published, published.person, memory);
    const sent = askedFor(memory.state.sentTo as URL);
    expect(sent).toMatchObject({ code_challenge_method: "S256", resource: `${origin}${mcpPath(published)}` });
    expect(await consent(published.person, sent)).toMatchObject({
      client: { name: "Test program", publishedBy: null, returnsTo: "127.0.0.1:4711" },
      publication: { appName: "Chat", principalName: "Ada" },
    });
    const result = await client.callTool({ name: "chat", arguments: { message: "Hello" } });
    expect(result.isError).toBeFalsy();
    expect(await readCalls(published)).toMatchObject([
      { way: "mcp", status: "completed", keyName: null, clientName: "Test program", personName: "Ada" },
    ]);
    await client.close();
    const { tokens } = memory.state;
    memory.state.tokens = { ...tokens, access_token: "mpa_expired", token_type: "Bearer" };
    const again = await reconnect(published, memory);
    expect(memory.state.tokens.refresh_token).not.toBe(tokens?.refresh_token);
    expect((await again.listTools()).tools).toHaveLength(1);
    await again.close();
  });
});

it("says where a client gets tokens", async () => {
  const published = await publishChat();
  const { response, status } = await send("POST", mcpPath(published), {});
  expect(status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe(
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${mcpPath(published)}"`,
  );
});
