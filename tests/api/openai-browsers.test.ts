import { afterAll, beforeAll, expect, it } from "vitest";
import { handleCall } from "@/lib/server/main/handle-call";
import { newPerson } from "../support/client";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { publish } from "../support/publications";
import { testWorker } from "../support/sessions";

const site = "https://shop.example";
const path = "/v1/chat/completions";
const body = JSON.stringify({ messages: [{ role: "user", content: "Hello" }] });
let server: LoopbackServer;

beforeAll(async () => {
  await testWorker();
  server = await loopbackServer((request, response) => {
    if (!handleCall(request, response)) response.writeHead(404).end("a page");
  });
});

afterAll(() => server.close());

const call = (key: string, origin: string | undefined, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, {
    method: "POST",
    body,
    ...init,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...(origin && { origin }) },
  });
const allowed = ({ status, headers }: Response) => [status, headers.get("access-control-allow-origin")];

it("lets browsers ask before a call, with the headers of OpenAI's client", async () => {
  const asked = "authorization,content-type,idempotency-key,x-stainless-os";
  const ask = (headers: Record<string, string>, at = path) =>
    fetch(`${server.url}${at}`, {
      method: "OPTIONS",
      headers: { origin: site, "access-control-request-method": "POST", ...headers },
    });
  const reply = await ask({ "access-control-request-headers": asked });
  expect(allowed(reply)).toEqual([204, site]);
  expect(reply.headers.get("access-control-allow-headers")).toBe(asked);
  expect(reply.headers.get("access-control-allow-methods")).toBe("GET, POST, DELETE");
  expect(reply.headers.get("access-control-allow-credentials")).toBeNull();
  const strange = await ask({ "access-control-request-headers": "a;b" });
  expect(strange.headers.get("access-control-allow-headers")).toBe("authorization, content-type");
  expect(allowed(await ask({}, "/anything.json"))).toEqual([404, null]);
});

it("is used by the publication's websites, and not by others", async () => {
  const { key } = await publish(await newPerson(), { origins: [site], rate: 4 });
  const shown = await call(key, site);
  expect(allowed(shown)).toEqual([200, site]);
  expect(shown.headers.get("access-control-expose-headers")).toContain("x-request-id");
  expect(shown.headers.get("vary")).toMatch(/origin/i);
  for (const other of [
    "https://evil.example",
    "https://shop.example:8443",
    "http://shop.example",
    `${site}.evil.example`,
  ])
    expect(allowed(await call(key, other))).toEqual([403, null]);
  // A program with a browser inside is no website.
  for (const program of [undefined, "app://notes"]) expect(allowed(await call(key, program))).toEqual([200, null]);
  await call(key, site);
  expect(allowed(await call(key, site))).toEqual([429, site]);
});
