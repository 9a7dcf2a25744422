import type { RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { createOutbound } from "@/lib/server/platform/outbound/outbound";
import { type LoopbackServer, loopbackServer } from "@/tests/support/loopback-server";

const servers: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(listener: RequestListener, host?: string, port?: number): Promise<LoopbackServer> {
  const server = await loopbackServer(listener, host, port);
  servers.push(server);
  return server;
}

const outbound = createOutbound({ allow: ["127.0.0.0/8"], development: false, ownEndpoints: [] });

describe("a call", () => {
  test("sends every kind of body that fetch takes", async () => {
    const { url } = await serve((request, response) => {
      response.setHeader("x-type", request.headers["content-type"] ?? "");
      response.setHeader("x-length", request.headers["content-length"] ?? "");
      request.pipe(response);
    });
    const form = new FormData();
    form.append("file", new File(["inside"], "a.txt"));
    const post = (body: BodyInit) => outbound.fetch(url, { method: "POST", body });
    expect(await (await post("text")).text()).toBe("text");
    expect((await post("text")).headers.get("x-length")).toBe("4");
    expect(await (await post(new TextEncoder().encode("bytes"))).text()).toBe("bytes");
    expect(await (await post(new URLSearchParams({ a: "b" }))).text()).toBe("a=b");
    expect((await post(new URLSearchParams())).headers.get("x-type")).toContain("application/x-www-form-urlencoded");
    expect(await (await post(new Blob(["blob"]).stream())).text()).toBe("blob");
    const sent = await post(form);
    expect(sent.headers.get("x-type")).toMatch(/^multipart\/form-data; boundary=/);
    expect(await sent.text()).toContain("inside");
    const whole = await outbound.fetch(new Request(url, { method: "PUT", body: "request" }));
    expect([await whole.text(), whole instanceof Response]).toEqual(["request", true]);
  });

  test("can't name another host or frame the request itself", async () => {
    const { url, port } = await serve((request, response) => response.end(JSON.stringify(request.headers)));
    const headers = { Host: "inside.test", "content-length": "999", "transfer-encoding": "chunked", "x-mine": "1" };
    const seen = await (await outbound.fetch(url, { headers })).json();
    expect(seen).toMatchObject({ host: `127.0.0.1:${port}`, "x-mine": "1", "user-agent": "Muster" });
    expect(seen).not.toHaveProperty("transfer-encoding");
  });

  test("refuses other schemes and addresses that are none", async () => {
    for (const address of ["file:///etc/passwd", "ftp://127.0.0.1", "nothing", "http://u:p@127.0.0.1/"]) {
      await expect(outbound.fetch(address)).rejects.toMatchObject({ problem: "address" });
    }
  });

  test("dials the address that was checked and asks the resolver once", async () => {
    const good = await serve((_request, response) => response.end("checked"), "127.0.0.2");
    await serve((_request, response) => response.end("rebound"), "127.0.0.1", good.port);
    const answers = ["127.0.0.2", "127.0.0.1"];
    let asked = 0;
    const rebinding = createOutbound({
      allow: ["127.0.0.2"],
      development: false,
      ownEndpoints: [],
      lookup: async () => [{ address: answers[asked++] ?? "127.0.0.1", family: 4 }],
    });
    const response = await rebinding.fetch(`http://rebind.test:${good.port}/`);
    expect([await response.text(), asked]).toEqual(["checked", 1]);
  });

  test("names the host in TLS although it dials an address", async () => {
    let named = "";
    const tls = createTlsServer({
      SNICallback: (name, done) => {
        named = name;
        done(new Error("This test has no certificate."));
      },
    });
    await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
    const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
    const pinned = createOutbound({ allow: ["shop.test"], development: false, ownEndpoints: [], lookup });
    const address = tls.address();
    const call = pinned.fetch(`https://shop.test.:${typeof address === "object" ? address?.port : 0}/`);
    await expect(call).rejects.toMatchObject({ problem: "unreachable" });
    expect(named).toBe("shop.test");
    tls.close();
  });

  test("goes on to the next permitted address when one does not answer", async () => {
    const { port } = await serve((_request, response) => response.end("second"), "127.0.0.2");
    const several = createOutbound({
      allow: ["127.0.0.0/8"],
      development: false,
      ownEndpoints: [],
      lookup: async () => [
        { address: "127.0.0.3", family: 4 },
        { address: "127.0.0.2", family: 4 },
      ],
    });
    expect(await (await several.fetch(`http://two.test:${port}/`)).text()).toBe("second");
  });
});

describe("limits", () => {
  test("the size counts to the byte, declared or not, compressed or not", async () => {
    const { url } = await serve((request, response) => {
      const bytes = Buffer.alloc(Number(request.url?.slice(2)), "x");
      if (request.url?.startsWith("/z")) response.setHeader("content-encoding", "gzip").end(gzipSync(bytes));
      else if (request.url?.startsWith("/d")) response.setHeader("content-length", bytes.length).end(bytes);
      else response.write(bytes, () => response.end());
    });
    const limited = outbound.fetchWith({ maxBytes: 100_000 });
    const read = async (path: string) => (await (await limited(url + path)).arrayBuffer()).byteLength;
    for (const kind of ["/c", "/d", "/z"]) {
      expect(await read(`${kind}100000`)).toBe(100_000);
      await expect(read(`${kind}100001`)).rejects.toMatchObject({ problem: "too_large" });
    }
    await expect(outbound.fetch(`${url}/d5242881`)).rejects.toThrow("exceeds the limit of 5 MB");
    expect((await (await outbound.fetch(`${url}/c5242880`)).arrayBuffer()).byteLength).toBe(5_242_880);
  });

  test("a compressed bomb is stopped while it inflates, and the connection ends", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    let closed = false;
    const { url } = await serve((request, response) => {
      request.socket.on("close", () => {
        closed = true;
      });
      response.setHeader("content-encoding", "gzip").write(bomb);
    });
    const before = process.memoryUsage().rss;
    const response = await outbound.fetch(url);
    await expect(response.arrayBuffer()).rejects.toMatchObject({ problem: "too_large" });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    await expect.poll(() => closed).toBe(true);
  });

  test("headers that do not come in time, redirects included", async () => {
    const { url } = await serve(async (request, response) => {
      await sleep(150);
      if (request.url === "/never") return;
      response.writeHead(302, { location: request.url === "/a" ? "/b" : "/c" }).end();
    });
    const hasty = outbound.fetchWith({ headersTimeoutMs: 200 });
    const started = Date.now();
    await expect(hasty(`${url}/never`)).rejects.toMatchObject({ problem: "timeout" });
    await expect(hasty(`${url}/a`)).rejects.toThrow("didn't respond within 0.2 seconds");
    expect(Date.now() - started).toBeLessThan(1_500);
  });

  test("a host that never answers the lookup counts too", async () => {
    const silent = createOutbound({
      allow: [],
      development: false,
      ownEndpoints: [],
      lookup: () => new Promise(() => {}),
    });
    await expect(silent.fetchWith({ headersTimeoutMs: 100 })("http://silent.test/")).rejects.toMatchObject({
      problem: "timeout",
    });
  });

  test("a slow body is none of the headers' limit", async () => {
    const { url } = await serve(async (_request, response) => {
      response.write("slow ");
      await sleep(400);
      response.end("answer");
    });
    expect(await (await outbound.fetchWith({ headersTimeoutMs: 200 })(url)).text()).toBe("slow answer");
  });
});

describe("abort", () => {
  test("before, while waiting and while reading, at once and on the wire", async () => {
    let closed = 0;
    const { url } = await serve((request, response) => {
      response.on("close", () => closed++);
      if (request.url === "/stream") response.write("first");
    });
    await expect(outbound.fetch(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });

    const waiting = new AbortController();
    const call = outbound.fetch(url, { signal: waiting.signal });
    setTimeout(() => waiting.abort(), 50);
    const started = Date.now();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(Date.now() - started).toBeLessThan(150);
    await expect.poll(() => closed).toBe(1);

    const reading = new AbortController();
    const response = await outbound.fetch(`${url}/stream`, { signal: reading.signal });
    const text = response.text();
    setTimeout(() => reading.abort(new Error("stopped by the user")), 50);
    await expect(text).rejects.toThrow("stopped by the user");
    await expect.poll(() => closed).toBe(2);
  });

  test("cancelling the body ends the request", async () => {
    let closed = false;
    const { url } = await serve((_request, response) => {
      response.on("close", () => {
        closed = true;
      });
      response.write("first");
    });
    const reader = (await outbound.fetch(url)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => closed).toBe(true);
  });
});

describe("failures are sentences", () => {
  test("a closed port, a cut answer, something that is not HTTP", async () => {
    const gone = await loopbackServer(() => {});
    await gone.close();
    await expect(outbound.fetch(gone.url)).rejects.toMatchObject({
      problem: "unreachable",
      message: `Couldn't reach 127.0.0.1:${gone.port}: it refused the connection.`,
    });

    const { url, port } = await serve((_request, response) => {
      response.write("half", () => response.destroy());
    });
    const response = await outbound.fetch(url);
    await expect(response.text()).rejects.toMatchObject({
      problem: "cut",
      message: `127.0.0.1:${port} didn't complete its response: it closed the connection.`,
    });

    const tcp = createTcpServer((socket) => socket.end("220 mail.test ready\r\n")).listen(0, "127.0.0.1");
    await expect.poll(() => tcp.listening).toBe(true);
    const address = tcp.address();
    const tcpPort = typeof address === "object" && address ? address.port : 0;
    await expect(outbound.fetch(`http://127.0.0.1:${tcpPort}/`)).rejects.toThrow(
      "it didn't return a valid HTTP response",
    );
    await expect(outbound.fetch(`https://127.0.0.1:${tcpPort}/`)).rejects.toThrow(
      "it doesn't support TLS on this port",
    );
    tcp.close();
  });
});
