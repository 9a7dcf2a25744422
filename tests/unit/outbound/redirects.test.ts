import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOutbound } from "@/lib/server/platform/outbound/outbound";
import { type LoopbackServer, loopbackServer } from "@/tests/support/loopback-server";

interface Seen {
  path: string;
  method: string;
  headers: IncomingMessage["headers"];
  body: string;
}

let first: LoopbackServer;
let second: LoopbackServer;
let seenByFirst: Seen[] = [];
let seenBySecond: Seen[] = [];
/** What the first server answers to /go: a status and an address. */
let redirect: { status: number; to: string } = { status: 302, to: "/end" };

async function record(request: IncomingMessage, into: Seen[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = "", url = "", headers } = request;
  into.push({ path: url, method, headers, body: Buffer.concat(chunks).toString() });
}

beforeAll(async () => {
  first = await loopbackServer(async (request, response) => {
    await record(request, seenByFirst);
    if (request.url === "/go") response.writeHead(redirect.status, { location: redirect.to }).end("moved");
    else if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
    else response.end("end of first");
  });
  second = await loopbackServer(async (request, response) => {
    await record(request, seenBySecond);
    response.end("end of second");
  }, "127.0.0.2");
});
afterAll(() => Promise.all([first.close(), second.close()]));
beforeEach(() => {
  seenByFirst = [];
  seenBySecond = [];
});

/** Only the first server, and what a test adds, may be reached. */
const outbound = (...allow: string[]) =>
  createOutbound({ allow: [`127.0.0.1:${first.port}`, ...allow], development: false, ownEndpoints: [] });
const both = () => outbound(`127.0.0.2:${second.port}`);

const credentials = {
  authorization: "Bearer sesame",
  cookie: "a=b",
  "x-api-key": "sesame",
  "api-key": "sesame",
  "x-goog-api-key": "sesame",
  "proxy-authorization": "Basic sesame",
  "x-made-up-by-a-user": "sesame",
};

describe("redirects", () => {
  test("to a private address is refused before a connection is made", async () => {
    redirect = { status: 302, to: `${second.url}/inside` };
    const call = outbound().fetch(`${first.url}/go`);
    await expect(call).rejects.toMatchObject({ problem: "refused", allowEntry: `127.0.0.2:${second.port}` });
    expect(second.connections()).toBe(0);
  });

  test.each(["file:///etc/passwd", "ftp://127.0.0.1/x", "data:text/plain,x", "javascript:1"])(
    "to %s is refused",
    async (to) => {
      redirect = { status: 302, to };
      await expect(outbound().fetch(`${first.url}/go`)).rejects.toMatchObject({
        message: expect.stringContaining("Only http and https"),
      });
    },
  );

  test("to an address with a password in it is refused", async () => {
    redirect = { status: 302, to: `http://user:pass@127.0.0.1:${first.port}/end` };
    await expect(outbound().fetch(`${first.url}/go`)).rejects.toMatchObject({ problem: "address" });
  });

  test("across hosts carries no credentials, by whatever name", async () => {
    redirect = { status: 302, to: `${second.url}/end` };
    const headers = { ...credentials, accept: "application/json", "accept-language": "en" };
    const response = await both().fetch(`${first.url}/go`, { headers });
    expect(await response.text()).toBe("end of second");
    expect(response.redirected).toBe(true);
    expect(response.url).toBe(`${second.url}/end`);
    expect(seenByFirst[0]?.headers).toMatchObject(credentials);
    expect(seenBySecond[0]?.headers).toMatchObject({ accept: "application/json", "accept-language": "en" });
    expect(JSON.stringify(seenBySecond)).not.toContain("sesame");
    expect(seenBySecond[0]?.headers.cookie).toBeUndefined();
  });

  test("on one host keeps them", async () => {
    redirect = { status: 302, to: "/end" };
    await both().fetch(`${first.url}/go`, { headers: credentials });
    expect(seenByFirst.map((seen) => seen.path)).toEqual(["/go", "/end"]);
    expect(seenByFirst[1]?.headers).toMatchObject(credentials);
  });

  test("to another port of the host is another party", async () => {
    const neighbour = await loopbackServer((request, response) => response.end(JSON.stringify(request.headers)));
    redirect = { status: 307, to: neighbour.url };
    const open = outbound(`127.0.0.1:${neighbour.port}`);
    const response = await open.fetch(`${first.url}/go`, { headers: credentials });
    expect(await response.text()).not.toContain("sesame");
    await neighbour.close();
  });

  test.each([
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "POST", "GET", ""],
    [303, "PUT", "GET", ""],
    [302, "PUT", "PUT", "text"],
    [307, "POST", "POST", "text"],
    [308, "POST", "POST", "text"],
  ])("%i of a %s goes on as %s", async (status, method, then, body) => {
    redirect = { status, to: "/end" };
    await both().fetch(`${first.url}/go`, { method, body: "text" });
    expect(seenByFirst[1]).toMatchObject({ method: then, body });
    expect(seenByFirst[1]?.headers["content-type"] === undefined).toBe(body === "");
  });

  test("a body is not handed to another host", async () => {
    redirect = { status: 307, to: `${second.url}/end` };
    const call = both().fetch(`${first.url}/go`, { method: "POST", body: "client_secret=sesame" });
    await expect(call).rejects.toMatchObject({
      problem: "redirect",
      message: expect.stringContaining(second.url.slice(7)),
    });
    expect(seenBySecond).toEqual([]);
  });

  test("are counted, handed out or refused as the caller asked", async () => {
    redirect = { status: 302, to: "/end" };
    await expect(both().fetch(`${first.url}/loop`)).rejects.toMatchObject({ problem: "redirect" });
    expect(seenByFirst).toHaveLength(6);
    const manual = await both().fetch(`${first.url}/go`, { redirect: "manual" });
    expect([manual.status, manual.headers.get("location"), await manual.text()]).toEqual([302, "/end", "moved"]);
    await expect(both().fetch(`${first.url}/go`, { redirect: "error" })).rejects.toMatchObject({ problem: "redirect" });
  });
});
