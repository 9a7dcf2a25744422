import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { type HttpDefinition, httpDefinition } from "@/lib/contract/tools/kinds/http";
import { parserPool } from "@/lib/server/engine/parsing/parser-pool";
import { callHttp } from "@/lib/server/resources/tools/kinds/http/call-http";
import { fetchDocument } from "@/lib/server/resources/tools/kinds/http/fetch-document";
import { prepareHttp } from "@/lib/server/resources/tools/kinds/http/prepare";
import { refusal } from "../../support/connectors";
import { loopbackServer } from "../../support/loopback-server";
import { toolContext } from "../../support/tool-context";

const signal = new AbortController().signal;

interface Got {
  method?: string;
  url?: string;
  headers: IncomingMessage["headers"];
  body: string;
}
type Answer = { status?: number; type?: string; headers?: Record<string, string>; body?: string | Buffer };

/** A service that answers everything the same way, or as told, and keeps what it was asked. */
async function service(answer: Answer | ((request: IncomingMessage, response: ServerResponse) => void)) {
  const got: Got[] = [];
  const server = await loopbackServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      got.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      });
      if (typeof answer === "function") return answer(request, response);
      const { status = 200, type = "application/json", headers, body = "{}" } = answer;
      response.writeHead(status, { "content-type": type, ...headers }).end(body);
    });
  });
  onTestFinished(server.close);
  return { url: server.url, host: server.url.slice(7), got, server };
}

const template = (request: object, names: string[] = [], more: object = {}): HttpDefinition =>
  httpDefinition.parse({
    source: "request",
    request: { method: "GET", ...request },
    parameters: { type: "object", properties: Object.fromEntries(names.map((name) => [name, {}])) },
    ...more,
  });

async function operations(paths: object, server: string, more: object = {}) {
  const document = JSON.stringify({ openapi: "3.1.0", info: {}, servers: [{ url: server }], paths });
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).map((one) => (one as { operationId: string }).operationId),
  );
  const definition = httpDefinition.parse({ source: "openapi", document, operations: ids, ...more });
  const prepared = await prepareHttp(definition, "team", signal);
  return (id: string, args: unknown, secrets = {}, ctx = toolContext()) => {
    const operation = prepared.functions.map((one) => one.operation).find((one) => one?.id === id);
    if (!operation || prepared.server === null) throw new Error(`There is no ${id}.`);
    return callHttp(definition, { server: prepared.server, operation }, args, secrets, ctx);
  };
}

const call = (definition: HttpDefinition, args: unknown = {}, secrets = {}, ctx = toolContext()) =>
  callHttp(definition, "template", args, secrets, ctx);

describe("an operation", () => {
  test("sends each argument to its place", async () => {
    const { url, got } = await service({});
    const query = (name: string, more: object = {}) => ({ name, in: "query", schema: {}, ...more });
    const callIt = await operations(
      {
        "/a/{id}/b/{ids}": {
          post: {
            operationId: "put",
            parameters: [
              { name: "id", in: "path", required: true, schema: {} },
              { name: "ids", in: "path", required: true, schema: {} },
              query("many"),
              query("comma", { explode: false }),
              query("pipes", { style: "pipeDelimited", explode: false }),
              query("deep", { style: "deepObject" }),
              query("flat"),
              query("json", { schema: undefined, content: { "application/json": { schema: {} } } }),
              query("absent"),
              { name: "X-Trace", in: "header", schema: {} },
              { name: "sid", in: "cookie", schema: {} },
            ],
            requestBody: { content: { "application/json": { schema: { type: "object" } } } },
          },
        },
      },
      `${url}/v1/`,
    );
    await callIt("put", {
      id: "x/y?z#ü",
      ids: [1, 2],
      many: ["a", "b&c"],
      comma: ["a", "b"],
      pipes: ["a", "b"],
      deep: { k: "v" },
      flat: { one: 1 },
      json: { q: [1] },
      "X-Trace": "t1",
      sid: "s;1",
      body: { n: 1, t: "ü" },
    });
    expect(got[0]?.method).toBe("POST");
    const sent = new URL(got[0]?.url ?? "", url);
    expect(sent.pathname).toBe("/v1/a/x%2Fy%3Fz%23%C3%BC/b/1%2C2");
    expect([...sent.searchParams]).toEqual([
      ["many", "a"],
      ["many", "b&c"],
      ["comma", "a,b"],
      ["pipes", "a|b"],
      ["deep[k]", "v"],
      ["one", "1"],
      ["json", '{"q":[1]}'],
    ]);
    expect(got[0]?.headers).toMatchObject({ "x-trace": "t1", cookie: "sid=s%3B1", "content-type": "application/json" });
    expect(JSON.parse(got[0]?.body ?? "")).toEqual({ n: 1, t: "ü" });
  });

  test.each([".", "..", ""])("is not led to another path by %j", async (id) => {
    const { url, got } = await service({});
    const parameters = [{ name: "id", in: "path", required: true, schema: {} }];
    const callIt = await operations({ "/users/{id}/mail": { get: { operationId: "mail", parameters } } }, url);
    expect((await refusal(callIt("mail", { id }))).message).toContain("part of the URL");
    expect(got).toEqual([]);
  });

  test("sends forms and parts", async () => {
    const { url, got } = await service({});
    const body = (type: string) => ({ requestBody: { content: { [type]: { schema: { type: "object" } } } } });
    const callIt = await operations(
      {
        "/form": { post: { operationId: "form", ...body("application/x-www-form-urlencoded") } },
        "/parts": { post: { operationId: "parts", ...body("multipart/form-data") } },
      },
      url,
    );
    await callIt("form", { body: { a: "1 2", list: ["x", "y"], none: null } });
    await callIt("parts", { body: { a: "1 2" } });
    expect(got[0]?.body).toBe("a=1+2&list=x&list=y");
    expect(got[1]?.headers["content-type"]).toMatch(/^multipart\/form-data; ?boundary=/);
    expect(got[1]?.body).toContain('name="a"\r\n\r\n1 2');
  });

  test("can't be chosen where the document has it not, nor called without an address", async () => {
    const base = { openapi: "3.0.0", paths: { "/a": { get: { operationId: "a" } } } };
    const prepare = (operations: string[]) =>
      prepareHttp(
        httpDefinition.parse({ source: "openapi", document: JSON.stringify(base), operations }),
        "team",
        signal,
      );
    expect(await refusal(prepare(["b"]))).toMatchObject({ field: "operations" });
    expect(await refusal(prepare(["a"]))).toMatchObject({ field: "server" });
  });
});

describe("a template", () => {
  test("is filled in everywhere, and only with what is declared", async () => {
    const { url, got } = await service({});
    const definition = template(
      {
        method: "POST",
        url: `${url}/{kind}/x{id}?fixed=1&q={q}`,
        query: { more: "{more}", both: "{q}-{more}" },
        headers: { "X-Kind": "is {kind}", "X-None": "{more}" },
        body: {
          type: "json",
          template: '{"text":"say {q} to {other}","n":"{n}","list":["{q}","{more}"],"gone":"{more}"}',
        },
      },
      ["kind", "id", "q", "n", "more"],
    );
    await call(definition, { kind: "a b", id: "7/8", q: 'x"&y', n: 3 });
    expect(got[0]?.url).toBe("/a%20b/x7%2F8?fixed=1&q=x%22%26y&both=x%22%26y-");
    expect(got[0]?.headers).toMatchObject({ "x-kind": "is a b" });
    expect(got[0]?.headers).not.toHaveProperty("x-none");
    expect(JSON.parse(got[0]?.body ?? "")).toEqual({ text: 'say x"&y to {other}', n: 3, list: ['x"&y'] });
  });

  test.each<[string, object, string]>([
    ["a host that is a placeholder", { url: "https://{host}.example.test/" }, "request.url"],
    ["an unknown placeholder", { url: "https://example.test/{unknown}" }, "request.url"],
    [
      "a body that is no JSON",
      { method: "POST", url: "https://example.test/", body: { type: "json", template: '{"a":{host}}' } },
      "request.body.template",
    ],
    ["a GET with a body", { url: "https://example.test/", body: { type: "text", template: "x" } }, "request.body"],
  ])("with %s is refused at its field", async (_name, request, field) => {
    expect(await refusal(prepareHttp(template(request, ["host"]), "team", signal))).toMatchObject({
      name: "ToolError",
      field,
    });
  });

  test("leaves double braces to whoever knows the variables", async () => {
    const { url, got } = await service({});
    const definition = template({ url: `${url}/{q}?key={{KEY}}`, headers: { "X-K": "{{q}}" } }, ["q"]);
    await prepareHttp(definition, "team", signal);
    await call(definition, { q: 1 });
    expect(got[0]?.headers["x-k"]).toBe("{{q}}");
    expect(new URL(got[0]?.url ?? "", url).searchParams.get("key")).toBe("{{KEY}}");
  });

  test("takes no line breaks into headers", async () => {
    const { url, got } = await service({});
    const definition = template({ url, headers: { "X-A": "{a}" } }, ["a"]);
    expect((await refusal(call(definition, { a: "b\r\nX-Evil: 1" }))).message).toContain("“X-A” header");
    expect(got).toEqual([]);
  });

  test.each<[string, object]>([
    ["credentials in the address", { request: { method: "GET", url: "https://u:p@example.test/" } }],
    ["another scheme", { request: { method: "GET", url: "file:///etc/passwd" } }],
    [
      "an Authorization header",
      { request: { method: "GET", url: "https://example.test", headers: { authorization: "x" } } },
    ],
    ["a Host header", { request: { method: "GET", url: "https://example.test", headers: { Host: "x" } } }],
    [
      "parameters that are no object",
      { request: { method: "GET", url: "https://example.test" }, parameters: { type: "array" } },
    ],
  ])("is no definition with %s", (_name, more) => {
    expect(httpDefinition.safeParse({ source: "request", parameters: { type: "object" }, ...more }).success).toBe(
      false,
    );
  });
});

describe("credentials", () => {
  const value = "s3cr3t-Value/+9";
  test.each<[string, object, Record<string, string>, (got: Got) => unknown, string]>([
    [
      "bearer",
      { type: "bearer", token: value },
      { "auth.token": value },
      ({ headers }) => headers.authorization,
      `Bearer ${value}`,
    ],
    [
      "basic",
      { type: "basic", username: "ada", password: value },
      { "auth.password": value },
      ({ headers }) => headers.authorization,
      `Basic ${Buffer.from(`ada:${value}`).toString("base64")}`,
    ],
    [
      "a header",
      { type: "apiKey", in: "header", name: "X-Api-Key", value },
      { "auth.value": value },
      ({ headers }) => headers["x-api-key"],
      value,
    ],
    [
      "the query",
      { type: "apiKey", in: "query", name: "key", value },
      { "auth.value": value },
      ({ url }) => new URL(url ?? "", "http://x").searchParams.get("key"),
      value,
    ],
  ])("of %s are sent, and cut out of what comes back", async (_name, auth, secrets, seen, expected) => {
    const echo = await service((request, response) => {
      const text = JSON.stringify({
        url: request.url,
        headers: request.headers,
        message: `bad ${request.headers.authorization} ${request.headers["x-api-key"]} ${request.url}`,
      });
      response.writeHead(request.url?.startsWith("/bad") ? 403 : 200, { "content-type": "application/json" }).end(text);
    });
    const definition = (path: string) => template({ url: `${echo.url}${path}` }, [], { auth });
    const result = await call(definition("/good"), {}, secrets);
    expect(echo.got.map(seen)).toEqual([expected]);
    const error = await refusal(call(definition("/bad"), {}, secrets));
    expect(error.message).toContain("returned 403");
    for (const text of [JSON.stringify(result), error.message, String(error.stack)])
      for (const form of [value, encodeURIComponent(value), Buffer.from(`ada:${value}`).toString("base64")])
        expect(text).not.toContain(form);
  });

  test("stay with their host at a redirect", async () => {
    const other = await service({ body: '{"ok":1}' });
    const first = await service((_request, response) =>
      response.writeHead(302, { location: `${other.url}/there` }).end(),
    );
    const auth = { type: "apiKey", in: "header", name: "X-Api-Key", value };
    await call(template({ url: first.url, headers: { "X-Own": "1" } }, [], { auth }), {}, { "auth.value": value });
    expect(first.got[0]?.headers).toMatchObject({ "x-api-key": value });
    expect(other.got[0]?.url).toBe("/there");
    expect(JSON.stringify(other.got)).not.toContain(value);
    expect(other.got[0]?.headers).not.toHaveProperty("x-own");
  });

  test("that are missing are asked for", async () => {
    const { url, got } = await service({});
    const definition = template({ url }, [], { auth: { type: "bearer", token: "masked" } });
    expect(await refusal(call(definition))).toMatchObject({ field: "auth.token" });
    expect(got).toEqual([]);
  });
});

describe("an answer", () => {
  const ask = async (answer: Answer) => call(template({ url: (await service(answer)).url }));

  test("of JSON is JSON, of text text", async () => {
    expect(await ask({ body: '{"a":[1]}' })).toEqual({ status: 200, body: { a: [1] } });
    expect(await ask({ type: "application/problem+json; charset=utf-8", body: "[1]" })).toEqual({
      status: 200,
      body: [1],
    });
    expect(await ask({ type: "text/plain", body: "12" })).toEqual({ status: 200, body: "12" });
    expect(await ask({ type: "text/plain; charset=iso-8859-1", body: Buffer.from([0xfc]) })).toEqual({
      status: 200,
      body: "ü",
    });
    expect(await ask({ body: "not json" })).toEqual({ status: 200, body: "not json" });
    expect(await ask({ status: 204, body: "" })).toEqual({ status: 204, body: null });
    expect(await ask({ body: gzipSync('{"z":1}') as Buffer, headers: { "content-encoding": "gzip" } })).toEqual({
      status: 200,
      body: { z: 1 },
    });
  });

  test("of HTML is what can be read of it", async () => {
    onTestFinished(() => parserPool().close());
    const html =
      "<html><head><title>T</title><script>evil()</script></head><body><nav>menu</nav><h1>Hello</h1><p>One <b>two</b></p></body></html>";
    expect(await ask({ type: "text/html", body: html })).toEqual({ status: 200, body: "# Hello\n\nOne two" });
  }, 20_000);

  test.each<[string, Answer, RegExp]>([
    [
      "a picture",
      { type: "image/png", body: Buffer.alloc(2048), headers: { "content-length": "2048" } },
      /file of 2 KB \(image\/png\), which isn't text/,
    ],
    ["bytes that call themselves text", { type: "text/plain", body: Buffer.from([65, 0, 66]) }, /file of 3 bytes/i],
  ])("of %s is refused", async (_name, answer, sentence) => {
    expect((await refusal(ask(answer))).message).toMatch(sentence);
  });

  test("that is too long is cut with a note", async () => {
    const long = await ask({ body: JSON.stringify({ a: "x".repeat(60_000) }) });
    expect(long).toMatchObject({ note: expect.stringContaining("first 50,000 of 60,0") });
    expect(String(long.body)).toHaveLength(50_000);
    const huge = await ask({ type: "text/plain", body: "y".repeat(6 * 1024 * 1024) });
    expect(huge).toMatchObject({ note: expect.stringContaining("first 50,000 characters") });
    expect(JSON.stringify(huge).length).toBeLessThan(51_000);
  });

  test("without an end is left where it is long enough", async () => {
    let closed = false;
    const { url } = await service((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = () => void (closed || response.write("z".repeat(64 * 1024), () => setImmediate(more)));
      response.on("close", () => (closed = true));
      more();
    });
    expect(await call(template({ url }))).toMatchObject({ note: expect.stringContaining("Only the first") });
    await expect.poll(() => closed).toBe(true);
  });

  test.each<[string, Answer, string]>([
    ["a message", { status: 404, body: '{"message":"No such city."}' }, "returned 404: No such city."],
    [
      "an error within an error",
      { status: 422, body: '{"error":{"code":7,"message":"days must be below 10"}}' },
      "returned 422: days must be below 10.",
    ],
    ["a list of errors", { status: 400, body: '{"errors":[{"detail":"q is needed"}]}' }, "returned 400: q is needed."],
    ["text", { status: 500, type: "text/plain", body: "Out of order" }, "returned 500: Out of order."],
    ["nothing", { status: 503, body: "" }, "returned 503."],
    ["a wrong key", { status: 401, body: "{}" }, "returned 401. Check the tool's credentials."],
    [
      "too many calls",
      { status: 429, body: "{}", headers: { "retry-after": "30" } },
      "returned 429. Try again in 30 seconds.",
    ],
  ])("that refuses with %s is a sentence", async (_name, answer, sentence) => {
    const error = await refusal(ask(answer));
    expect(error.name).toBe("ToolError");
    expect(error.message).toContain(sentence);
  });
});

describe("a call ends in time", () => {
  test.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ["that never answers", () => undefined],
    [
      "that stops in the middle",
      (_request, response) => response.writeHead(200, { "content-type": "text/plain" }).write("a"),
    ],
    [
      "that redirects in a circle slowly",
      (_request, response) => void setTimeout(() => response.writeHead(302, { location: "/" }).end(), 150),
    ],
  ])("at a service %s", async (_name, answer) => {
    const { url, server } = await service(answer);
    const began = performance.now();
    const error = await refusal(call(template({ url }), {}, {}, toolContext({ timeoutMs: 400 })));
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(error.message).toMatch(/within 0\.4 seconds|redirects too many times/);
    server.server.closeIdleConnections();
    await expect
      .poll(() => new Promise((resolve) => server.server.getConnections((_e, count) => resolve(count))))
      .toBe(0);
  });

  test("when it is stopped", async () => {
    const { url } = await service(() => undefined);
    const stop = new AbortController();
    const stopped = refusal(call(template({ url }), {}, {}, toolContext({ signal: stop.signal })));
    setTimeout(() => stop.abort(new Error("stopped")), 50);
    expect((await stopped).message).toBe("stopped");
  });

  test("where nobody answers or nobody may be asked", async () => {
    expect(await refusal(call(template({ url: "http://127.0.0.1:9/" })))).toMatchObject({
      name: "ToolError",
      message: expect.stringContaining("Couldn't reach"),
    });
    expect((await refusal(call(template({ url: "http://169.254.169.254/latest" })))).message).toContain("link-local");
  });
});

describe("a document by its address", () => {
  test("is loaded", async () => {
    const { url } = await service({ body: '{"openapi":"3.0.0"}' });
    expect(await fetchDocument(`${url}/openapi.json`, toolContext())).toEqual({
      text: '{"openapi":"3.0.0"}',
      from: `${url}/openapi.json`,
    });
  });

  test.each<[string, Answer, string]>([
    ["is not there", { status: 404 }, "returned 404"],
    ["is endless", { body: "x".repeat(6 * 1024 * 1024) }, "the limit is 5 MB"],
  ])("that %s is a sentence at its field", async (_name, answer, sentence) => {
    const { url } = await service(answer);
    expect(await refusal(fetchDocument(url, toolContext()))).toMatchObject({
      field: "address",
      message: expect.stringContaining(sentence),
    });
  });
});
