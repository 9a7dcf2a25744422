import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { checkCode } from "@/lib/server/engine/sandbox/sandbox";
import { FairQueue } from "@/lib/server/platform/isolated/fair-queue";
import { serve } from "../../support/replying-server";
import { closeSandboxAtEnd, errorOf, resultOf } from "../../support/sandbox";
import { run, runBody } from "../../support/sandbox-run";

vi.setConfig({ testTimeout: 30_000 });
closeSandboxAtEnd();

describe("code runs", () => {
  test("with arguments and variables in, a result and the console out", async () => {
    const code = `
      type In = { names: string[] };
      export default async ({ names }: In, { env, log }: { env: Record<string, string>; log: Function }) => {
        log("seen", { names });
        console.warn(1, undefined, new Error("x"));
        return { greeting: \`\${env.WORD} \${names.join(" and ")}\` };
      };`;
    const given = { args: { names: ["Ada", "Grace"] }, env: { WORD: "Hello" } };
    const outcome = await run("javascript", code, given);
    expect(outcome).toMatchObject({ ok: true, result: { greeting: "Hello Ada and Grace" } });
    expect(outcome.logs).toEqual(['seen {"names":["Ada","Grace"]}', "1 undefined Error: x"]);
  });

  test.each([
    ["a plain function", "export default (args) => 1", 1],
    ["a promise at the top", "const x = await Promise.resolve(2);\nexport default () => x", 2],
    ["nothing given back", "export default () => {}", null],
    [
      "a class with types",
      "class A { private x: number = 3; get(): number { return this.x } }\nexport default () => new A().get()",
      3,
    ],
  ])("%s", async (_, code, result) => {
    expect(await resultOf(run("javascript", code))).toBe(result);
  });

  test.each([
    [
      "a thrown error, with its line",
      "const f = () => { throw new RangeError('no') };\n\n\nexport default () => {\n  f() }",
      "The code failed at line 1: RangeError: no",
    ],
    ["a thrown text", "export default () => { throw 'no' }", "The code failed: no"],
    [
      "an error in its syntax",
      "export default () => {\n  const a = ;\n}",
      "The code failed at line 2: Expression expected",
    ],
    [
      "a promise that nothing settles",
      "export default () => new Promise(() => {})",
      "The code is waiting for a promise that never settles.",
    ],
    [
      "an import",
      "import fs from 'node:fs';\nexport default () => 1",
      "Tool code can't import modules. Use built-in language features and fetch.",
    ],
    [
      "an import on the way",
      "export default async () => import('node:fs')",
      "Tool code can't import modules. Use built-in language features and fetch.",
    ],
    [
      "no function",
      "export const main = 1",
      "The code has no function as its default export: export default async (args, { env, fetch, log }) => result.",
    ],
    [
      "a result that is no JSON",
      "export default () => 1n",
      "The code failed: TypeError: Do not know how to serialize a BigInt",
    ],
    [
      "memory that is full so soon that there is none for an error",
      "export default () => { let a = null; for (;;) a = { a } }",
      "memory limit of 64 MB",
    ],
    [
      "an error that can't be described",
      "export default () => { throw new Proxy(new Error(), { get() { throw 1 } }) }",
      "The code failed: it gave no reason",
    ],
  ])("%s is told", async (_, code, error) => {
    expect(await errorOf(run("javascript", code))).toContain(error);
  });

  test("a signal ends it with its reason", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("told to stop")), 300);
    await expect(runBody("for (;;);", { signal: stop.signal })).rejects.toThrow("told to stop");
  });
});

describe("a check", () => {
  test.each([
    ["export default async (args: { a: number }) => args.a", []],
    ["const f = 1\nexport { f as default }", []],
    ["let a = 1;\nlet b = ];", [{ message: "Expression expected", line: 2 }]],
    ["export default 1;\nenum A { B }", [{ message: expect.stringContaining("enum"), line: 2 }]],
    ["let a = 1; let a = 2;\nexport default 1", [{ message: expect.stringContaining("redefinition"), line: 1 }]],
    ["const a = 1", [{ message: expect.stringContaining("no default export") }]],
    ["import 'x';\nexport default 1", [{ message: expect.stringContaining("can't import") }]],
    ["(".repeat(30_000), [{ message: "This code is nested too deeply." }]],
  ])("of %.40s", async (code, issues) => {
    expect(await checkCode("javascript", code, "team_1")).toEqual(issues);
  });

  test("waits in its team's line, so that no team's checks hold up another's", async () => {
    const run = vi.spyOn(FairQueue.prototype, "run");
    for (const team of ["a", "b"]) await checkCode("javascript", "export default 1", team);
    expect(new Set(run.mock.calls.map(([line]) => line)).size).toBe(2);
    run.mockRestore();
  });

  test("runs nothing", async () => {
    expect(await checkCode("javascript", "for (;;);\nexport default 1", "team_1")).toEqual([]);
  });

  test.each(["({ amount, to, note }) => ({ paid: amount, to });", "({ a }) => ({ a });", "(a) => ({ a: 1 });"])(
    "takes code for right that is: %s",
    async (code) => {
      expect(await checkCode("javascript", `export default async ${code}`, "team_1")).toEqual([]);
    },
  );

  test("after code that broke the parser, the next is read", async () => {
    await checkCode("javascript", "[".repeat(31_000), "team_1");
    expect(await checkCode("javascript", "export default (a: number) => a", "team_1")).toEqual([]);
  });
});

describe("fetch", () => {
  const host = { allowedHosts: ["127.0.0.1"] };

  test("reaches a host of the tool and reads its answer", async () => {
    const { base, received } = await serve({ body: { says: "hi" }, status: 201, headers: { "x-own": "1" } });
    const outcome = await runBody(
      `const r = await fetch("${base}/a", { method: "POST", headers: { "X-Key": env.KEY }, body: JSON.stringify(args) });
       return [r.ok, r.status, r.headers.get("X-Own"), await r.json(), await r.text()];`,
      { ...host, args: { q: 1 }, env: { KEY: "k" } },
    );
    expect(outcome).toMatchObject({ ok: true, result: [true, 201, "1", { says: "hi" }, '{"says":"hi"}'] });
    expect(received).toMatchObject([{ method: "POST", url: "/a", body: '{"q":1}', headers: { "x-key": "k" } }]);
  });

  test.each<[string, string[], string]>([
    ["no hosts", [], "This tool isn't allowed to use the network"],
    ["other hosts", ["example.com"], "This tool isn't allowed to access 127.0.0.1"],
  ])("with %s goes nowhere", async (_, allowedHosts, error) => {
    const { base, received } = await serve({});
    expect(await errorOf(runBody(`await fetch("${base}")`, { allowedHosts }))).toContain(error);
    expect(received).toEqual([]);
  });

  test("a redirect leads to no host but the tool's", async () => {
    const away = await serve({});
    const { base } = await serve({ status: 302, headers: { location: away.base.replace("127.0.0.1", "localhost") } });
    expect(await errorOf(runBody(`await fetch("${base}")`, host))).toContain(
      "This tool isn't allowed to access localhost",
    );
    expect(away.received).toEqual([]);
  });

  test("gives an answer as it is, whatever signs are in it", async () => {
    const { base } = await serve({ type: "text/plain", body: "a\0b\ud83d\ude00" });
    const outcome = await runBody(`const text = await (await fetch("${base}")).text(); log(text); return text`, host);
    expect(outcome).toMatchObject({ ok: true, result: "a\0b\ud83d\ude00", logs: ["a\ufffdb\ud83d\ude00"] });
  });

  test("a redirect leads to no file", async () => {
    const { base } = await serve({ status: 302, headers: { location: "file:///etc/passwd" } });
    expect(await errorOf(runBody(`await fetch("${base}")`, host))).toContain("Only http and https");
  });

  test("is what the outbound rules allow, whatever hosts the tool has", async () => {
    const given = { allowedHosts: ["169.254.169.254"] };
    expect(await errorOf(runBody("await fetch('http://169.254.169.254/')", given))).toContain("link-local");
    expect(await errorOf(runBody("await fetch('file:///etc/passwd')", given))).toContain("Only http and https");
  });

  test("so many times in one run, and no larger answer than so", async () => {
    const { base, received } = await serve({ body: "x".repeat(1_100_000) });
    const flood = `const all = await Promise.allSettled(Array.from({ length: 50 }, () => fetch("${base}")));
      return all.map((each) => each.reason.message);`;
    const messages = (await resultOf(runBody(flood, host))) as string[];
    expect(received).toHaveLength(20);
    expect(messages.filter((each) => each.includes("20 times"))).toHaveLength(30);
    expect(messages.filter((each) => each.includes("limit of 1 MB"))).toHaveLength(20);
  });

  test("is not hurt by what is no request", async () => {
    const odd = `const all = [[null], ["x"], ["http://127.0.0.1", { method: "TRACE" }], ["http://127.0.0.1", { body: {} }],
        ["http://127.0.0.1", { headers: { "a b": "1" } }], ["http://127.0.0.1", { headers: { a: "1\\r\\nb: 2" } }], ["http://127.0.0.1/" + "x".repeat(3e5)]];
      const ended = await Promise.allSettled(all.map((each) => fetch(...each)));
      return ended.map((each) => each.status);`;
    expect(await resultOf(runBody(odd, host))).toEqual(Array(7).fill("rejected"));
  });

  test("ends with the run", async () => {
    const body = `void fetch("http://127.0.0.1:9/"); log("asked"); return 1;`;
    expect(await resultOf(runBody(body, host))).toBe(1);
  });
});

/** What each tries to reach, and what it finds; `undefined` and a thrown error are equally good. */
const probes: Record<string, string> = {
  "a function's constructor": `return (() => {}).constructor("return typeof process + typeof require + typeof Worker + typeof WebAssembly")()`,
  "an async function's": `return await (async () => {}).constructor("return typeof process + typeof require + typeof Worker + typeof WebAssembly")()`,
  "a generator's": `return [...(function* () {}).constructor("yield typeof process + typeof require + typeof Worker + typeof WebAssembly")()][0]`,
  "fetch's": `return fetch.constructor.constructor("return typeof process + typeof require + typeof Worker + typeof WebAssembly")()`,
  "log's": `return log.constructor.constructor("return typeof process + typeof require + typeof Worker + typeof WebAssembly")()`,
  "the constructor of what JSON made": `return args.constructor.constructor("return typeof process + typeof require + typeof Worker + typeof WebAssembly")()`,
  "an error from the host": `try { await fetch("http://x.test") } catch (e) { return e.constructor.constructor("return typeof process + typeof require + typeof Worker + typeof WebAssembly")() }`,
  "an error of a stack at its end": `const f = () => { try { f() } catch (e) { return e.constructor.constructor("return typeof process + typeof require + typeof Worker + typeof WebAssembly")() } }; f(); return "undefined".repeat(4)`,
  "the global eval": `return (0, eval)("typeof process + typeof require + typeof Worker + typeof WebAssembly")`,
  "Error.prepareStackTrace": `let seen = ""; Error.prepareStackTrace = (e, frames) => { for (const f of [].concat(frames)) { try { seen += typeof f.getThis?.()?.process } catch {} } return "x" }; try { null.x } catch (e) { void e.stack } try { await fetch("http://x.test") } catch (e) { void e.stack } return (seen.includes("object") ? "process" : "undefined").padEnd(36, "undefined")`,
};

describe("an escape", () => {
  test.each(Object.entries(probes))("through %s finds nothing of the host", async (_, body) => {
    expect(await resultOf(runBody(body, { args: { x: 1 } }))).toBe("undefined".repeat(4));
  });

  test("what is there is the language, console, and no more", async () => {
    const language =
      "console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt performance queueMicrotask undefined unescape";
    const body = "return Object.getOwnPropertyNames(globalThis).filter((name) => /^[a-z]/.test(name))";
    const names = (await resultOf(runBody(body))) as string[];
    expect(names).toContain("console");
    expect(names.filter((name) => !language.split(" ").includes(name))).toEqual([]);
  });

  test("by a proxy for a result, or a toJSON, gives text and no more", async () => {
    expect(
      await resultOf(
        runBody(
          "return new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: (t, k) => k === 'toJSON' ? undefined : 1 })",
        ),
      ),
    ).toEqual({ a: 1 });
    expect(await resultOf(runBody("return { toJSON: () => ({ ok: false, constructor: { prototype: 1 } }) }"))).toEqual({
      ok: false,
      constructor: { prototype: 1 },
    });
  });

  test("by changed prototypes changes nothing outside, and nothing in the next run", async () => {
    const games = `Object.prototype.polluted = 1; Array.prototype.map = () => { throw 1 }; JSON.stringify = () => "{}{}"; Promise.prototype.then = undefined;
      Object.defineProperty(Object.prototype, "ok", { get: () => true }); globalThis.left = 1; return 1`;
    const outcome = await runBody(games);
    expect(outcome.ok).toBe(false);
    expect({}).not.toHaveProperty("polluted");
    expect(await resultOf(runBody("return [typeof left, ({}).polluted ?? null, [1].map((x) => x)]"))).toEqual([
      "undefined",
      null,
      [1],
    ]);
  });

  test.each([`{"message":{"trim":1},"stack":[]}`, "null", "[[]]", "{", `{"name":7,"message":[]}`])(
    "by an error that says %s of itself ends in a sentence",
    async (said) => {
      const error = await errorOf(runBody(`JSON.stringify = () => ${JSON.stringify(said)}; throw new Error("x")`));
      expect(error).toMatch(/^The code (failed|is waiting)/);
    },
  );

  test("by __proto__ among the arguments stays data", async () => {
    const args = JSON.parse('{"__proto__":{"admin":true}}');
    expect(await resultOf(runBody("return [args.admin ?? null, ({}).admin ?? null]", { args }))).toEqual([null, null]);
    expect({}).not.toHaveProperty("admin");
    const back = (await resultOf(runBody("return args", { args }))) as object;
    expect(Object.keys(back)).toEqual([]);
  });

  test("by a thenable for a result, or getters in what is thrown, ends in a sentence", async () => {
    expect(await errorOf(runBody("return { then() {} }"))).toContain("is waiting for a promise");
    const thrown = "throw Object.defineProperty(new Error(), 'message', { get() { throw new Error('again') } })";
    expect(await errorOf(runBody(thrown))).toMatch(/failed|without a result|waits/);
  });

  test("sees nothing of the server's process, and of variables only its own", async () => {
    const body = "return [typeof process, typeof require, typeof module, typeof navigator, env]";
    const seen = await resultOf(runBody(body, { env: { A: "1" } }));
    expect(seen).toEqual(["undefined", "undefined", "undefined", "undefined", { A: "1" }]);
  });
});

test("the thread's own code imports packages and types alone, as it is started from its text", () => {
  const source = readFileSync("lib/server/engine/sandbox/javascript/worker.ts", "utf8");
  expect(source).not.toMatch(/^import (?!type )[^\n]*"\./m);
});
