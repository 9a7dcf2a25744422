import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { maxAccountConnections } from "@/lib/constants/limits";
import { sessions } from "@/lib/contract/sessions/schemas";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import { callAs, newPerson, type Person } from "../support/client";
import { newKey } from "../support/keys";
import { openSocket } from "../support/live-reader";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { tokenOf } from "../support/people";
import { newApp, newSession } from "../support/sessions";
import { unlimited } from "../support/unlimited";

unlimited();

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer((_, response) => response.writeHead(404).end());
  startSockets(server.server);
});
afterAll(() => server.close());

const sentence = expect.stringContaining(`has ${maxAccountConnections} live connections open`);

interface Open {
  end: () => void;
}

async function socketOf(token: string): Promise<Open> {
  const socket: Socket = await openSocket(server.url, token);
  onTestFinished(() => void socket.disconnect());
  return { end: () => void socket.disconnect() };
}

async function streamOf({ slug }: Person, token: string, sessionId: string): Promise<Open> {
  const { response, body } = await callAs(sessions.events, { token, params: { resourceSlug: slug, sessionId } });
  if (response.status !== 200) throw Object.assign(new Error(String((body as { error?: string }).error)), { response });
  const reader = response.body?.getReader();
  const end = () => void reader?.cancel();
  onTestFinished(end);
  return { end };
}

it("an account has a bounded number of live connections, whatever they are opened by", {
  timeout: 120_000,
}, async () => {
  const [ada, eve] = [await newPerson(), await newPerson("Eve")];
  const sessionId = await newSession(ada, await newApp(ada));
  const tokens = [ada.token, await tokenOf(ada), (await newKey(ada)).secret];
  const tries = Array.from({ length: maxAccountConnections + 10 }, (_, i) => {
    const token = tokens[i % tokens.length] ?? "";
    return i % 2 === 0 ? streamOf(ada, token, sessionId) : socketOf(token);
  });
  const all = await Promise.allSettled(tries);
  const open = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(open).toHaveLength(maxAccountConnections);
  for (const token of tokens) {
    await expect(socketOf(token)).rejects.toMatchObject({ message: sentence, data: { status: 429, retryAfter: 30 } });
    const { response, body } = await callAs(sessions.events, { token, params: { resourceSlug: ada.slug, sessionId } });
    expect([response.status, response.headers.get("retry-after"), body]).toMatchObject([
      429,
      "30",
      { error: sentence },
    ]);
  }
  // Of one account: others are let in, and it is too once it has closed some.
  await socketOf(eve.token);
  for (const { end } of open.slice(0, 2)) end();
  await expect.poll(() => socketOf(ada.token).catch(() => null), { timeout: 10_000 }).not.toBeNull();
});
