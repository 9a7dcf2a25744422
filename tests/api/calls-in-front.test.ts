import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { fillPath } from "@/lib/contract/base/endpoint";
import { sessions } from "@/lib/contract/sessions/schemas";
import { countStreams } from "@/lib/server/access/broadcast/open-streams";
import { handleCall } from "@/lib/server/main/handle-call";
import { attachFrontGuard } from "@/lib/server/platform/http/front/front-guard";
import { newPerson, type Person } from "../support/client";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { newApp, newSession } from "../support/sessions";

const nextSays = "Next's page";
let server: LoopbackServer;
let ada: Person;

beforeAll(async () => {
  server = await loopbackServer((_request, response) => response.end(nextSays));
  attachFrontGuard(server.server, { handle: handleCall });
  ada = await newPerson();
});
afterAll(() => server.close());

const authorization = () => ({ authorization: `Bearer ${ada.token}` });
const ask = (path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { ...authorization(), ...headers } });
const listPath = () => fillPath(apps.list.path, { resourceSlug: ada.slug });

describe("a call over HTTP", () => {
  it("is answered in front of Next, with the guard's headers and its own", async () => {
    const response = await ask(listPath());
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ apps: [] });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toContain("default-src");
    expect(response.headers.get("x-request-id")).toMatch(/\S{8,}/);
  });

  it("gives its cookie, and refuses who is not signed in", async () => {
    const body = JSON.stringify({ email: ada.email, password: ada.password });
    const login = await fetch(`${server.url}/forms/account/login`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.url },
      body,
    });
    expect(login.status).toBe(200);
    expect(login.headers.getSetCookie().join("\n")).toMatch(/^muster_session=.+; HttpOnly/m);
    expect((await fetch(`${server.url}${listPath()}`)).status).toBe(401);
  });

  it("is compressed for who understands that, once it is worth it", async () => {
    for (let i = 0; i < 3; i += 1) await newApp(ada);
    const encodings = await Promise.all(
      [listPath(), `/${ada.slug}/variables.json`].map(async (path) => {
        const response = await ask(path, { headers: { "accept-encoding": "gzip" } });
        expect(await response.json()).toBeTypeOf("object");
        return response.headers.get("content-encoding");
      }),
    );
    expect(encodings).toEqual(["gzip", null]);
  });

  it("takes a file, and refuses one that is no picture with a sentence, however large", async () => {
    const upload = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
      const form = new FormData();
      form.set("file", new File([bytes], name));
      const response = await ask(`/${ada.slug}/forms/asset/add`, { method: "POST", body: form });
      return { status: response.status, body: (await response.json()) as { error?: string } };
    };
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    expect((await upload(new Uint8Array(picture), "a.png")).status).toBe(200);
    const refused = [new TextEncoder().encode("not a picture"), new Uint8Array(30 * 1024 * 1024)];
    for (const bytes of refused)
      expect(await upload(bytes, "a.png")).toMatchObject({
        status: 415,
        body: { error: expect.stringMatching(/^[A-Z].+\.$/) },
      });
  });

  it("gives live events at once, uncompressed, and ends with its reader", async () => {
    const sessionId = await newSession(ada, await newApp(ada));
    const leave = new AbortController();
    const path = fillPath(sessions.events.path, { resourceSlug: ada.slug, sessionId });
    const response = await ask(path, { signal: leave.signal, headers: { "accept-encoding": "gzip" } });
    expect(response.headers.get("content-encoding")).toBeNull();
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toBe(": connected\n\n");
    expect(countStreams(ada.slug)).toBe(1);
    leave.abort();
    await expect.poll(() => countStreams(ada.slug)).toBe(0);
  });
});

describe("what is left to Next", () => {
  it.each([
    ["GET", "/"],
    ["GET", "/x/apps"],
    ["HEAD", "/account.json"],
    ["OPTIONS", "/account.json"],
    ["GET", "/account.json/"],
    ["GET", "/x/static/1.png"],
    ["GET", "/x/task?name=a"],
  ])("%s %s", async (method, path) => {
    const response = await ask(path, { method });
    expect(response.status).toBe(200);
    if (method !== "HEAD") expect(await response.text()).toBe(nextSays);
  });
});
