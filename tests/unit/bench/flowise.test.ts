import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { readFlowise, startFlowise } from "../../bench/flowise";
import { loopbackServer } from "../../support/loopback-server";

const whole = { FLOWISE_URL: "http://127.0.0.1:3001/", FLOWISE_COOKIE: "token=x", FLOWISE_CHATFLOW: "flow" };
const settings = (env: Record<string, string>) => readFlowise(env as unknown as NodeJS.ProcessEnv);

interface Asked {
  path?: string;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** Speaks Flowise's prediction API: events as data with a line before it that is no field, cut wherever the network likes. */
async function standin(events: { event: string; data: unknown }[], status = 200) {
  const asked: Asked[] = [];
  const server = await loopbackServer(async (request, response) => {
    asked.push({ path: request.url, headers: request.headers, body: JSON.parse(await readText(request)) });
    response.writeHead(status, { "content-type": "text/event-stream" });
    const sent = Buffer.from(events.map((event) => `message:\ndata:${JSON.stringify(event)}\n\n`).join(""));
    for (let at = 0; at < sent.length; at += 23) {
      response.write(sent.subarray(at, at + 23));
      await sleep(1);
    }
    response.end();
  });
  return { asked, server };
}

const twoStreams = { streams: 2, overMs: 0, ttft: 300, tokens: 2 };
const tokens = [0, 1].map((number) => ({ event: "token", data: `${number}:${Date.now()} ` }));

async function measure(events: { event: string; data: unknown }[], status?: number) {
  const { asked, server } = await standin(events, status);
  const flowise = startFlowise({ url: server.url, cookie: "token=x", chatflow: "flow 1" }, "http://127.0.0.1:9/v1");
  try {
    return { asked, read: await flowise.read(twoStreams) };
  } finally {
    await flowise.end();
    await server.close();
  }
}

it("asks the chatflow for the stand-in's model with the account's cookie, and reads each token once", async () => {
  const { asked, read } = await measure([
    { event: "start", data: "0" },
    ...tokens,
    { event: "metadata", data: { question: "Count" } },
    { event: "end", data: "[DONE]" },
  ]);
  expect(read).toMatchObject({ lost: 0, repeated: 0, errors: [] });
  expect(read.firstP50).toBeGreaterThan(0);
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({
    path: "/api/v1/prediction/flow%201",
    headers: { cookie: "token=x", "x-request-from": "internal" },
    body: {
      streaming: true,
      overrideConfig: { modelName: "bench:ttft=300,tps=20,tokens=2", basepath: "http://127.0.0.1:9/v1" },
    },
  });
});

it("counts tokens that are missing", async () => {
  expect((await measure(tokens.slice(0, 1))).read).toMatchObject({ lost: 2, errors: [] });
});

it.each([
  ["an event of failure", [{ event: "error", data: "No model" }], 200, /No model/],
  ["a status of failure", [], 401, /401/],
  ["another model's answer", [{ event: "token", data: "Hello" }], 200, /allow modelName and basepath/],
])("reports %s", async (_name, events, status, sentence) => {
  const { read } = await measure(events, status);
  expect(read.errors).toEqual([expect.stringMatching(sentence), expect.stringMatching(sentence)]);
});

it("needs all of its variables or none", () => {
  expect(settings({})).toBeUndefined();
  expect(settings(whole)).toEqual({ url: "http://127.0.0.1:3001", cookie: "token=x", chatflow: "flow" });
  expect(settings({ ...whole, FLOWISE_PID: "12" })?.pid).toBe(12);
  for (const [name, other] of Object.entries({ FLOWISE_URL: "x", FLOWISE_PID: "x" }))
    expect(() => settings({ ...whole, [name]: other })).toThrow(name);
});

it.each(Object.keys(whole))("names %s when only it is missing", (name) => {
  const sentence = `To measure Flowise as well, set ${name} too; to leave it out, set none.`;
  expect(() => settings({ ...whole, [name]: "" })).toThrow(sentence);
});
