import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { viewAsHeader } from "@/lib/constants/ui";
import { attachFrontGuard, type FrontGuardOptions } from "@/lib/server/platform/http/front/front-guard";
import { rawRequest } from "@/tests/support/raw-request";

const production: Partial<FrontGuardOptions> = { https: false, development: false, trustProxy: false };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

const echo: RequestListener = (request, response) => {
  response.end(JSON.stringify({ url: request.url, headers: request.headers, raw: request.rawHeaders }));
};

async function guarded(overrides: Partial<FrontGuardOptions> = {}, listener = echo): Promise<number> {
  const server = createServer({ connectionsCheckingInterval: 100 }, listener);
  attachFrontGuard(server, { ...production, ...overrides });
  return listen(server);
}

const get = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, "Host: muster.test", "Connection: close", ...headers, "", ""].join("\r\n");

async function seenHeaders(
  port: number,
  ...headers: string[]
): Promise<{ headers: IncomingHttpHeaders; raw: string[] }> {
  const answer = await rawRequest(port, get("/", ...headers));
  return JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
}

test("a malformed address is explained to whoever typed it as a page, to a program as JSON", async () => {
  const port = await guarded();
  const page = await rawRequest(port, get("/%zz", "Accept: text/html,*/*"));
  expect(page).toContain("content-type: text/html; charset=utf-8");
  expect(page).toContain('<a href="/">Go to Muster</a>');
  expect(page).not.toContain("%zz");
  expect(await rawRequest(port, get("/%zz", "Accept: */*"))).toContain('"code":"invalid"');
});

describe("malformed requests", () => {
  test.each([
    ["TRACE", 405, "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["CONNECT", 405, "CONNECT inside:80 HTTP/1.1\r\nHost: inside:80\r\n\r\n"],
    ["an absolute target", 400, get("http://inside.test/")],
    ["an https target", 400, get("https://inside.test/")],
    ["an asterisk", 400, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["two slashes", 400, get("//inside.test/x")],
    ["a backslash", 400, get("/\\inside.test")],
    ["half an escape", 400, get("/a%")],
    ["half an escape in the query", 400, get("/a?b=%4")],
    ["an escape that is none", 400, get("/%zz")],
    ["bytes that are not UTF-8", 400, get("/%ff%fe")],
    ["an overlong NUL", 400, get("/%c0%80")],
    ["NUL", 400, get("/a%00b")],
    ["NUL in the query", 400, get("/a?b=%00")],
    ["a fragment", 400, get("/a#b")],
    ["very many fields", 400, get(`/a?${"b=1&".repeat(100)}`)],
    ["a host with a path", 400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"],
    ["a host with a space", 400, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"],
    ["a host that would end the policy", 400, "GET / HTTP/1.1\r\nHost: a;script-src *\r\n\r\n"],
    ["two hosts", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["no host", 400, "GET / HTTP/1.0\r\n\r\n"],
    ["a router state that can't be read", 400, get("/", "Next-Router-State-Tree: {")],
  ])("%s is answered %i and reaches no listener", async (_name, status, bytes) => {
    let reached = 0;
    const port = await guarded({}, (_request, response) => {
      reached++;
      response.end();
    });
    const answer = await rawRequest(port, Buffer.from(bytes, "latin1"));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ code: "invalid" });
    expect(reached).toBe(0);
  });

  test("well-formed targets pass untouched", async () => {
    const port = await guarded();
    for (const target of ["/", "/a%20b?q=%C3%A9&x=100%25", "/s/team/app%2Fx", "/.well-known/x", "/a//b", "/%2500"]) {
      const answer = await rawRequest(port, get(target));
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
      expect(answer).toContain(`"url":${JSON.stringify(target)}`);
    }
  });

  test("an upgrade is judged by the same rules", async () => {
    const server = createServer(echo);
    const seen: IncomingHttpHeaders[] = [];
    server.on("upgrade", (request, socket) => {
      seen.push(request.headers);
      socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    });
    attachFrontGuard(server, production);
    const port = await listen(server);
    const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "X-Forwarded-For: 9.9.9.9"];
    const bytes = (target: string) => [`GET ${target} HTTP/1.1`, "Host: a", ...upgrade, "", ""].join("\r\n");
    expect(await rawRequest(port, bytes("//x"))).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(seen).toEqual([]);
    expect(await rawRequest(port, bytes("/socket.io/?EIO=4"))).toMatch(/^HTTP\/1.1 101 /);
    expect(seen[0]).toMatchObject({ "x-muster-client-address": "127.0.0.1" });
    expect(seen[0]).not.toHaveProperty("x-forwarded-for");
  });
});

describe("headers of the request", () => {
  const forged = [
    "X-Forwarded-For: 9.9.9.9",
    "x-forwarded-host: evil.test",
    "X-Forwarded-Proto: https",
    "Forwarded: for=9.9.9.9",
    "X-Real-IP: 9.9.9.9",
    "x-middleware-subrequest: src/middleware",
    "X-Middleware-Rewrite: /x",
    "x-nextjs-data: 1",
    "X-Nextjs-Rewritten-Path: /x",
    "x-matched-path: /x",
    "Next-Action: abc",
    "x-prerender-revalidate: abc",
    "X-Muster-Client-Address: 9.9.9.9",
    "X-Nonce: forged",
    "X-Request-Id: forged",
    "Content-Security-Policy: script-src 'nonce-forged'",
    "Content-Security-Policy-Report-Only: script-src 'nonce-forged'",
  ];

  test("forged ones never reach a listener, in no spelling", async () => {
    const port = await guarded();
    const { headers, raw } = await seenHeaders(port, ...forged, "X-Kept: yes", `${viewAsHeader}: account_1`);
    expect(JSON.stringify([headers, raw])).not.toMatch(/9\.9\.9\.9|forged|evil|middleware|matched|abc|nextjs/i);
    expect(headers).toMatchObject({
      "x-kept": "yes",
      [viewAsHeader]: "account_1",
      "x-muster-client-address": "127.0.0.1",
    });
    expect(raw).toContain("X-Kept");
  });

  test("behind a trusted proxy the forwarded ones stay, the address is the one the proxy wrote", async () => {
    const port = await guarded({ trustProxy: true });
    const chain = "X-Forwarded-For: 6.6.6.6, 9.9.9.9";
    const { headers } = await seenHeaders(port, chain, "X-Forwarded-Proto: https", "x-middleware-next: 1");
    expect(headers).toMatchObject({ "x-forwarded-proto": "https", "x-muster-client-address": "9.9.9.9" });
    expect(headers).not.toHaveProperty("x-middleware-next");
    const garbled = await seenHeaders(port, "X-Forwarded-For: somebody");
    expect(garbled.headers).toMatchObject({ "x-muster-client-address": "127.0.0.1" });
  });

  test("development keeps the two that next dev needs", async () => {
    const sent = ["x-nextjs-request-id: a", "x-nextjs-html-request-id: b", "x-nextjs-data: 1"];
    const dev = await seenHeaders(await guarded({ development: true }), ...sent);
    expect(dev.headers).toMatchObject({ "x-nextjs-request-id": "a", "x-nextjs-html-request-id": "b" });
    expect(dev.headers).not.toHaveProperty("x-nextjs-data");
    const live = await seenHeaders(await guarded(), ...sent);
    expect(JSON.stringify(live.headers)).not.toContain("nextjs");
  });
});

describe("headers of the answer", () => {
  test("the policy carries the nonce that the listener sees, a fresh one each time", async () => {
    const port = await guarded();
    const nonces = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      const seen: { headers: Record<string, string> } = await answer.json();
      const policy = answer.headers.get("content-security-policy") ?? "";
      const nonce = /script-src 'nonce-([\w+/=]{24})' 'strict-dynamic';/.exec(policy)?.[1] ?? "";
      expect(seen.headers["content-security-policy"]).toBe(policy);
      expect(seen.headers["x-nonce"]).toBe(nonce);
      expect(seen.headers["x-request-id"]).toBe(answer.headers.get("x-request-id"));
      expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${port};`);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(policy).not.toContain("unsafe");
      for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        expect(policy).toContain(rule);
      }
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(20);
  });

  test("the fixed ones are on every answer, rejections too", async () => {
    const port = await guarded();
    for (const target of ["/", "/%00"]) {
      const answer = await rawRequest(port, get(target));
      for (const header of [
        "x-content-type-options: nosniff",
        "x-frame-options: DENY",
        "referrer-policy: strict-origin-when-cross-origin",
        "cross-origin-opener-policy: same-origin",
        "permissions-policy: camera=()",
        "content-security-policy: default-src 'self'",
      ]) {
        expect(answer).toContain(header);
      }
      expect(answer).not.toContain("strict-transport-security");
    }
  });

  test("a route's own policy stays, however it is set", async () => {
    const own = "sandbox; default-src 'none'";
    const port = await guarded({}, (request, response) => {
      if (request.url === "/set") response.setHeader("Content-Security-Policy", own);
      if (request.url === "/append") response.appendHeader("content-security-policy", own);
      if (request.url === "/object") response.writeHead(200, { "content-security-policy": own });
      if (request.url === "/array") response.writeHead(200, ["content-security-policy", own]);
      response.end("file");
    });
    for (const target of ["/set", "/append", "/object", "/array"]) {
      const answer = await fetch(`http://127.0.0.1:${port}${target}`);
      expect(answer.headers.get("content-security-policy")).toBe(own);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
    const plain = await fetch(`http://127.0.0.1:${port}/plain`);
    expect(plain.headers.get("content-security-policy")).toContain("default-src 'self'");
  });

  test("https adds HSTS and wss, development what next dev needs", async () => {
    const secure = await fetch(`http://127.0.0.1:${await guarded({ https: true })}/`);
    expect(secure.headers.get("strict-transport-security")).toContain("max-age=31536000");
    expect(secure.headers.get("content-security-policy")).toContain("wss://127.0.0.1");
    const dev = await fetch(`http://127.0.0.1:${await guarded({ development: true })}/`);
    expect(dev.headers.get("content-security-policy")).toMatch(
      /'unsafe-eval'.*style-src 'self' 'unsafe-inline'.*connect-src 'self' ws: wss:/,
    );
  });
});

describe("attaching", () => {
  test("from the first request's diagnostics message guards that very request, and later listeners", async () => {
    const reached: string[] = [];
    const server = createServer((request, response) => {
      reached.push(request.url ?? "");
      response.end("next");
    });
    const port = await listen(server);
    const first = (message: unknown): void => {
      if (typeof message !== "object" || !message || !("server" in message) || message.server !== server) return;
      unsubscribe("http.server.request.start", first);
      attachFrontGuard(server, production);
      attachFrontGuard(server, production);
    };
    subscribe("http.server.request.start", first);
    expect(await rawRequest(port, get("/first%00"))).toMatch(/^HTTP\/1.1 400 /);
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      reached.push(`later ${request.url}`);
      response.end("socket");
    });
    expect(await rawRequest(port, get("/%ff"))).toMatch(/^HTTP\/1.1 400 /);
    const answer = await rawRequest(port, get("/second"));
    expect(answer.match(/^content-security-policy:/gm)).toHaveLength(1);
    expect(reached).toEqual(["later /second"]);
  });
});

describe("time limits", () => {
  test("headers that trickle", async () => {
    const port = await guarded({ headersTimeoutMs: 200 });
    const started = Date.now();
    expect(await rawRequest(port, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")).toMatch(/^HTTP\/1.1 408 /);
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  test("a body that trickles ends the connection, one in time and an upload do not", async () => {
    const aborted: string[] = [];
    const port = await guarded({ bodyTimeoutMs: 300, uploadTimeoutMs: 5_000 }, (request, response) => {
      request.on("close", () => request.complete || aborted.push(request.url ?? ""));
      request.resume().on("end", () => response.end("whole"));
    });
    const post = (target: string, type: string): string =>
      `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 4\r\nConnection: close\r\n\r\nab`;
    expect(await rawRequest(port, post("/slow", "application/json"))).toBe("");
    await expect.poll(() => aborted).toEqual(["/slow"]);
    expect(await rawRequest(port, `${post("/fast", "application/json")}cd`)).toContain("whole");
    const upload = new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(post("/upload", "multipart/form-data; boundary=x"));
        setTimeout(() => socket.write("cd"), 600);
      });
      socket.on("data", (chunk) => resolve(String(chunk)));
    });
    expect(await upload).toContain("whole");
  });
});
