import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { attachFrontGuard } from "@/lib/server/platform/http/front/front-guard";
import { rawRequest } from "@/tests/support/raw-request";

const opened: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) {
    if ("closeAllConnections" in one) one.close().closeAllConnections();
    else one.destroy();
  }
});

async function guarded(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  attachFrontGuard(server, { https: false, development: false, trustProxy: false });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const get = (target: string, last = false) =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\n${last ? "Connection: close\r\n" : ""}\r\n`;

describe("pipelined requests", () => {
  test("are handled one after the other, with their bodies", async () => {
    let [running, most] = [0, 0];
    const port = await guarded((request, response) => {
      most = Math.max(most, ++running);
      const parts: string[] = [];
      request.on("data", (part) => parts.push(String(part)));
      request.on("end", () =>
        setTimeout(() => {
          running -= 1;
          response.end(`[${request.url} ${parts.join("")}]`);
        }, 5),
      );
    });
    const post = (target: string, body: string) =>
      `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await rawRequest(
      port,
      [post("/1", "one"), get("/2"), post("/3", "three"), get("/4", true)].join(""),
    );
    expect(answers.match(/\[.*?\]/g)).toEqual(["[/1 one]", "[/2 ]", "[/3 three]", "[/4 ]"]);
    expect(most).toBe(1);
  });

  test("that wait are not begun once their client is gone", async () => {
    const begun: string[] = [];
    let first: ServerResponse | undefined;
    const port = await guarded((request, response) => {
      begun.push(request.url ?? "");
      first ??= response;
    });
    const socket = connect(port, "127.0.0.1", () => socket.write([1, 2, 3].map((i) => get(`/${i}`)).join("")));
    opened.push(socket);
    await expect.poll(() => begun).toEqual(["/1"]);
    const gone = new Promise((resolve) => first?.once("close", resolve));
    socket.destroy();
    await gone;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(begun).toEqual(["/1"]);
  });

  test("that are too many end their connection, and no other's", async () => {
    const begun: string[] = [];
    const port = await guarded((request, response) => {
      begun.push(request.url ?? "");
      if (request.url === "/well") response.end("well");
    });
    expect(await rawRequest(port, get("/x").repeat(22))).toBe("");
    expect(await rawRequest(port, get("/well", true))).toContain("well");
    expect(begun).toEqual(["/x", "/well"]);
  });

  test("leave other work a turn of the event loop between them", async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const begunIn: number[] = [];
    const port = await guarded((_request, response) => {
      begunIn.push(turns);
      response.end();
    });
    await rawRequest(port, get("/").repeat(9) + get("/", true));
    clearImmediate(counting);
    expect(new Set(begunIn).size).toBe(10);
  });

  test("of a connection that is kept alive come through one by one for as long as it likes", async () => {
    const port = await guarded((_request, response) => response.end("well"));
    const socket = connect(port, "127.0.0.1");
    opened.push(socket);
    for (let i = 0; i < 60; i += 1) {
      socket.write(get("/"));
      await new Promise((resolve) => socket.once("data", resolve));
    }
    expect(socket.destroyed).toBe(false);
  });
});
