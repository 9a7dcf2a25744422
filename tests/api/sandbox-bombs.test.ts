import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { closeSandboxAtEnd, errorOf, lagDuring, meanwhile, resultOf } from "../support/sandbox";
import { runBody } from "../support/sandbox-run";

vi.setConfig({ testTimeout: 60_000 });
closeSandboxAtEnd();

/** All of it again and again in the soak, one round else. */
const rounds = Array.from({ length: Number(process.env.SANDBOX_ROUNDS ?? 1) }, (_, i) => i + 1);

const timeoutMs = 2_000;
/** With time to end a thread on a machine that does other things too. */
const longestMs = 5_000;
const late = /longer than its time limit/;
const full = /memory limit|without a result|string too long|out of memory|invalid array length|longer than/i;
const either = new RegExp(`${late.source}|${full.source}`, "i");

/** Each wants to have all of the server. */
const bombs: Record<string, [body: string, error: RegExp]> = {
  "an endless loop": ["for (;;);", late],
  "a huge array as text": ["return new Array(1e9) + ''", either],
  "a string that grows": ["let s = 'x'; for (;;) s += s + 'y'", full],
  "strings that are kept": ["const all = []; for (let i = 0; ; i++) all.push('x'.repeat(1e6) + i)", full],
  "arrays that are kept": ["const all = []; for (;;) all.push(new Array(1e5).fill(1))", full],
  "buffers that are kept": ["const all = []; for (;;) all.push(new ArrayBuffer(1e6))", full],
  "memory taken turn by turn": ["const all = []; for (;;) { all.push(new Array(1e5).fill(1)); await 0 }", full],
  "one turn after the other": ["for (;;) await 0", late],
  "promises that make promises": [
    "const f = async () => { await 0; f(); f() }; await f(); await new Promise(() => {})",
    either,
  ],
  "deep recursion": ["const f = (n) => f(n + 1) + 1; return f(0)", /stack overflow|without a result/],
  "recursion through toString": [
    "const a = { toString() { return String(a) } }; return String(a)",
    /stack overflow|without a result/,
  ],
  "deep JSON": ["return JSON.parse('['.repeat(1e6))", /./],
  "a regular expression that goes back and forth": ["return /^(a+)+$/.test('a'.repeat(50) + 'b')", late],
  "a flood of logs": ["for (;;) log('x'.repeat(1e4))", late],
  "a flood of fetches": ["for (;;) { fetch('http://127.0.0.1/').catch(() => {}); await 0 }", either],
  "a huge result": ["return 'x'.repeat(5e6)", full],
  "a result nested too deep": [
    "let a = []; for (let i = 0; i < 1e4; i++) a = [a]; return a",
    /nested deeper|stack overflow/,
  ],
  "a getter without an end": ["return { get a() { for (;;); } }", late],
  "a sort that never decides": [
    "return [...Array(1e6).keys()].sort(() => Math.random() - 0.5).length + ''.padEnd(1e9).length",
    either,
  ],
};

test.each(rounds)("each bomb ends in time, the server stays quick, and another team's runs go on (%i)", async () => {
  // Spares stand ready, as in a server that has run something.
  await resultOf(runBody("return 1"));
  // What the machine does beside these tests makes every process late.
  const { lagMs: anyway } = await lagDuring(() => sleep(2_000));
  const { result, lagMs } = await lagDuring(async () => {
    const all = Promise.all(
      Object.entries(bombs).map(async ([name, [body, error]]) => {
        const outcome = await runBody(body, { teamId: "bombs", timeoutMs });
        return { name, outcome, error };
      }),
    );
    const small = () => resultOf(runBody("return args.n + 1", { teamId: "other", args: { n: 1 } }));
    return { others: await meanwhile(small, all), outcomes: await all };
  });
  for (const { name, outcome, error } of result.outcomes) {
    expect(outcome.durationMs, name).toBeLessThan(longestMs);
    // On a machine that has other things to do, its time may end before anything else does.
    const ended = outcome.ok ? `gave ${JSON.stringify(outcome.result)}` : outcome.error;
    if (!/time limit/.test(ended)) expect(ended, name).toMatch(error);
    expect(outcome.logs.length, name).toBeLessThanOrEqual(201);
  }
  expect(result.others.length).toBeGreaterThan(5);
  expect(Math.max(...result.others)).toBeLessThan(longestMs);
  expect(lagMs - anyway).toBeLessThan(50);
});

test("fifty runs of five teams at once all come to their turn, whoever asked first with how many", async () => {
  const order: string[] = [];
  const body = "let n = 0; for (let i = 0; i < 1e6; i++) n += i; return n";
  const one = async (teamId: string) => {
    await resultOf(runBody(body, { teamId }));
    order.push(teamId);
  };
  const asked = { most: 30, many: 10, some: 5, few: 4, late: 1 };
  await Promise.all(Object.entries(asked).flatMap(([team, runs]) => Array.from({ length: runs }, () => one(team))));
  expect(order).toHaveLength(50);
  // In turns it is about the fourteenth; one team after the other it is the thirty-fifth and later.
  expect(order.indexOf("late")).toBeLessThan(22);
  expect(order.lastIndexOf("few")).toBeLessThan(40);
  expect(order.slice(45)).toEqual(Array(5).fill("most"));
});

const threads = (): number => readdirSync("/proc/self/task").length;

test("a bomb that was stopped leaves nothing that runs on", async () => {
  await resultOf(runBody("return 1"));
  // Until every spare has started.
  let before = 0;
  while (before !== threads()) {
    before = threads();
    await sleep(1_000);
  }
  await errorOf(runBody("for (;;);", { timeoutMs: 300 }));
  await expect.poll(threads, { timeout: 20_000 }).toBeLessThanOrEqual(before);
});
