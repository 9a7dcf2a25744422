import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { getConfinement } from "@/lib/server/engine/sandbox/python/launch";
import { PythonPool } from "@/lib/server/engine/sandbox/python/python-pool";
import { PythonProcess } from "@/lib/server/engine/sandbox/python/python-process";
import { bundle } from "../support/bundle";
import { loopbackServer } from "../support/loopback-server";

vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const state = getConfinement();
const command = state.available ? state.command : [];

const read = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
/** Every process below this one, as the system lists them. */
const below = (pid: number | string = process.pid): string[] =>
  read(`/proc/${pid}/task/${pid}/children`)
    .split(" ")
    .filter(Boolean)
    .flatMap((child) => [child, ...below(child)]);
/** Is it Node behind the walls, and neither unshare nor setpriv? */
function isInside(pid: string): boolean {
  const [program = "", first] = read(`/proc/${pid}/cmdline`).split("\0");
  return program.endsWith("node") && first === "--permission";
}
const inside = (pid?: number): string[] => below(pid).filter(isInside);

const open: PythonProcess[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) each.end();
  await expect.poll(() => inside(), { timeout: 5_000 }).toEqual([]);
});

/** A process that has left Python behind and does as it likes; `work` is told to it as the first question. */
async function hostile(work: string): Promise<PythonProcess> {
  const code = `
    const tell = (reply) => process.stdout.write(JSON.stringify(reply) + "\\n");
    process.stdin.once("data", async () => { ${work} });
    tell({ is: "ready" });`;
  const made = new PythonProcess(command, code);
  open.push(made);
  expect(await made.wait()).toBe(true);
  return made;
}
const ask = (made: PythonProcess, timeoutMs = 20_000) => made.ask({ ask: "check", code: "" }, timeoutMs, never);

describe("a process taken over", () => {
  test.each([
    ["a file of the machine", `(await import("node:fs")).readFileSync("/etc/passwd", "utf8")`, "ERR_ACCESS_DENIED"],
    [
      "a file of the app",
      `(await import("node:fs")).readFileSync("${process.cwd()}/package.json", "utf8")`,
      "ERR_ACCESS_DENIED",
    ],
    [
      "what another process was started with",
      `(await import("node:fs")).readFileSync("/proc/1/environ", "utf8")`,
      "ERR_ACCESS_DENIED",
    ],
    ["a file to write", `(await import("node:fs")).writeFileSync("/tmp/owned", "x")`, "ERR_ACCESS_DENIED"],
    ["a process", `(await import("node:child_process")).execSync("id") + ""`, "ERR_ACCESS_DENIED"],
    ["a thread", `new (await import("node:worker_threads")).Worker("1", { eval: true })`, "ERR_ACCESS_DENIED"],
    [
      "native code",
      `process.dlopen({ exports: {} }, "/lib/x86_64-linux-gnu/libc.so.6")`,
      "ERR_DLOPEN_DISABLED|ERR_ACCESS_DENIED",
    ],
    ["code from text", `new Function("return 1")()`, "EvalError"],
    [
      "the network",
      `(await fetch("http://1.1.1.1", { signal: AbortSignal.timeout(1500) })).status`,
      "TypeError|TimeoutError",
    ],
    ["a name on the network", `await (await import("node:dns/promises")).lookup("example.com")`, "EAI_AGAIN|ENOTFOUND"],
    ["the server, with a signal", `process.kill(${process.pid}, 0)`, "ESRCH"],
    ["any process, with a signal", `process.kill(-1, 0)`, "ESRCH|EPERM"],
    ["the server's priority", `(await import("node:os")).setPriority(${process.pid}, 19)`, "ERR_SYSTEM_ERROR"],
  ])("can't reach %s", async (_, expression, error) => {
    const made = await hostile(
      `try { tell({ is: "ended", text: String(${expression}) }) } catch (e) { tell({ is: "failed", kind: "threw", message: (e.code ?? "") + e.name }) }`,
    );
    expect(await ask(made)).toMatchObject({ is: "failed", message: expect.stringMatching(error) });
  });

  test("can't reach this machine's own servers, nor finds an environment or a right", async () => {
    const server = await loopbackServer((_, response) => response.end("here"));
    const made = await hostile(
      `tell({ is: "ended", text: JSON.stringify([process.env, await fetch("${server.url}").then(() => "reached", () => "refused")]) })`,
    );
    expect(await ask(made)).toEqual({ is: "ended", text: '[{},"refused"]' });
    await server.close();
    expect(server.connections()).toBe(0);
    const [pid = ""] = inside();
    expect(read(`/proc/${pid}/environ`)).toBe("");
    expect(read(`/proc/${pid}/status`)).toMatch(/CapEff:\s+0{16}[\s\S]*NoNewPrivs:\s+1/);
    expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync("/proc/self/ns/net"));
    expect(readlinkSync(`/proc/${pid}/ns/pid`)).not.toBe(readlinkSync("/proc/self/ns/pid"));
  });

  test("that takes memory is ended for it", async () => {
    const made = await hostile("const all = []; for (;;) all.push(Buffer.alloc(5e7, 1));");
    expect(await ask(made)).toBe("memory");
    expect(made.alive).toBe(false);
  });

  test.each([
    ["says what is no reply", `process.stdout.write("owned\\n")`],
    ["says one thing without an end", `for (;;) process.stdout.write("x".repeat(1e5))`],
    ["says too many things", `for (;;) tell({ is: "log", line: "x" })`],
    ["ends", "process.exit(0)"],
  ])("that %s is ended", async (_, work) => {
    const made = await hostile(work);
    expect(await ask(made)).toBe("crashed");
    expect(made.alive).toBe(false);
  });

  test("that answers twice at once is ended", async () => {
    const made = await hostile(`process.stdout.write('{"is":"ended","text":"1"}\\n{"is":"ended","text":"2"}\\n')`);
    expect(await ask(made)).toEqual({ is: "ended", text: "1" });
    expect(made.alive).toBe(false);
  });

  test("that says something unasked is ended", async () => {
    const made = await hostile(
      `tell({ is: "ended", text: "1" }); setTimeout(() => tell({ is: "ended", text: "2" }), 100)`,
    );
    expect(await ask(made)).toEqual({ is: "ended", text: "1" });
    await expect.poll(() => made.alive).toBe(false);
  });

  test("that is silent is ended at its time", async () => {
    const made = await hostile("for (;;);");
    expect(await ask(made, 500)).toBe("time");
    await expect.poll(() => inside(), { timeout: 5_000 }).toEqual([]);
  });
});

test("a process that shares the server's network is not used", async () => {
  const bare = new PythonProcess(
    command.filter((each) => each !== "--net"),
    `process.stdout.write('{"is":"ready"}\\n'); setInterval(() => {}, 1000)`,
  );
  open.push(bare);
  expect(await bare.wait()).toBe(false);
});

test("a process serves one team alone; where there is no room the one that rested longest makes it", async () => {
  const pool = new PythonPool(2);
  const use = async (teamId: string) => {
    const python = await pool.acquire(teamId, never);
    pool.release(python);
    return python;
  };
  try {
    const one = await use("one");
    expect(await use("one")).toBe(one);
    const two = await use("two");
    expect(two).not.toBe(one);
    expect(await use("one")).toBe(one);
    const three = await use("three");
    expect([one, two]).not.toContain(three);
    expect([one.alive, two.alive]).toEqual([true, false]);
    expect(await use("one")).toBe(one);
  } finally {
    pool.close();
  }
});

/** The processor time of a process, in hundredths of a second. */
const processorTime = (pid: string): number => Number(read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ")[11]);

test("a server that is killed leaves no process behind, however busy", { timeout: 60_000 }, async () => {
  const server = spawn(process.execPath, [bundle("tests/support/sandbox-holder.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let busy: string[] = [];
  try {
    await once(server.stdout, "data");
    busy = inside(server.pid);
    expect(busy.length).toBeGreaterThan(0);
    // Longer than Python takes to start: it is in its loop, and no longer reads that its server is gone.
    await expect.poll(() => Math.max(...busy.map(processorTime)), { timeout: 30_000 }).toBeGreaterThan(500);
    server.kill("SIGKILL");
    await expect.poll(() => busy.filter(isInside), { timeout: 5_000 }).toEqual([]);
  } finally {
    server.kill("SIGKILL");
    // Where the test fails they would be busy for ever.
    for (const pid of busy.filter(isInside)) process.kill(Number(pid), "SIGKILL");
  }
});
