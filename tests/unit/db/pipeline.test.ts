import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { sendTogether } from "@/lib/server/platform/db/connection/pipeline";
import { shareConnection } from "@/lib/server/platform/db/connection/shared-connection";

/** A client that notes what is sent to its stream, and whose server refuses a statement. */
function noting(refused = "fail") {
  const sent: string[] = [];
  const stream = {
    cork: () => sent.push("cork"),
    uncork: () => sent.push("uncork"),
    destroy: (error: Error) => sent.push(`destroyed: ${error.message}`),
  };
  const query = async (statement: string | { text: string }) => {
    const text = typeof statement === "string" ? statement : statement.text;
    sent.push(text);
    await sleep(1);
    if (text === refused) throw new Error("refused");
    return { rows: [text] };
  };
  const client = { query, connection: { stream }, release: vi.fn() };
  sendTogether(client as never);
  return { client, sent };
}

it("statements of the same turn are sent in one write, and a transaction begins with its first statement", async () => {
  const { client, sent } = noting();
  await client.query({ text: "begin" });
  await Promise.all([client.query("one"), client.query("two")]);
  await client.query("commit");
  expect(sent).toEqual(["cork", "begin", "one", "two", "uncork", "cork", "commit", "uncork"]);
});

it("a connection whose transaction can't begin is closed, so that nothing is committed on its own", async () => {
  const { client, sent } = noting("begin");
  await client.query({ text: "begin" });
  await sleep(5);
  expect(sent).toContain("destroyed: refused");
});

it("short reads share a connection until none is pending, and leave it after a failure", async () => {
  const clients = [noting().client, noting().client, noting().client];
  const connect = vi.fn(async () => clients[connect.mock.calls.length - 1]);
  const shared = shareConnection({ connect } as never);
  const ask = (text: string) => shared.query(text as never, []);
  await Promise.all([ask("one"), ask("two"), ask("three")]);
  expect(connect).toHaveBeenCalledTimes(1);
  expect(clients[0]?.release).toHaveBeenCalledTimes(1);
  const slow = ask("four");
  await expect(ask("fail")).rejects.toThrow("refused");
  await Promise.all([slow, ask("five")]);
  expect(connect).toHaveBeenCalledTimes(3);
  await sleep(1);
  expect(clients.map(({ release }) => release.mock.calls.length)).toEqual([1, 1, 1]);
});
