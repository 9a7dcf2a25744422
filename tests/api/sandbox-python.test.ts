import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { checkCode, getSandboxState } from "@/lib/server/engine/sandbox/sandbox";
import { closeSandboxAtEnd, errorOf, lagDuring, meanwhile, resultOf } from "../support/sandbox";
import { run, runLines } from "../support/sandbox-run";

vi.setConfig({ testTimeout: 120_000 });
closeSandboxAtEnd();

/** All of it again and again in the soak, one round else. */
const rounds = Array.from({ length: Number(process.env.SANDBOX_ROUNDS ?? 1) }, (_, i) => i + 1);

test("this server can run it", () => {
  expect(getSandboxState()).toEqual({ javascript: { available: true }, python: { available: true } });
});

describe("code runs", () => {
  test("with arguments and variables in, a result and what it printed out", async () => {
    const code = `
import statistics, sys
def main(args, env):
    print("seen", args["numbers"])
    print("to stderr", file=sys.stderr)
    print("no end of line", end="")
    return {"mean": statistics.mean(args["numbers"]), "word": env["WORD"], "more": [None, True, "é☃"]}`;
    const outcome = await run("python", code, { args: { numbers: [1, 2, 6] }, env: { WORD: "hi" } });
    expect(outcome).toMatchObject({ ok: true, result: { mean: 3, word: "hi", more: [null, true, "é☃"] } });
    expect(outcome.logs).toEqual(["seen [1, 2, 6]", "to stderr", "no end of line"]);
  });

  test.each([
    [
      "an error, with its line",
      "def f():\n    return 1 / 0\n\ndef main(args, env):\n    return f()",
      "The code failed at line 2: ZeroDivisionError: division by zero",
    ],
    [
      "an error in its syntax",
      "def main(args, env):\n    return (",
      "The code failed at line 2: SyntaxError: '(' was never closed",
    ],
    ["sys.exit", "import sys\ndef main(args, env):\n    sys.exit(3)", "The code failed at line 3: SystemExit: 3"],
    ["no main", "x = 1", "The code has no function main"],
    ["an async main", "async def main(args, env):\n    return 1", "without async"],
    ["a result that is no JSON", "def main(args, env):\n    return {1, 2}", "the result isn't valid JSON"],
    ["a number that JSON has not", "def main(args, env):\n    return float('nan')", "the result isn't valid JSON"],
    ["a package", "import numpy\ndef main(args, env):\n    return 1", "No module named 'numpy'"],
  ])("%s is told", async (_, code, error) => {
    expect(await errorOf(run("python", code))).toContain(error);
  });

  test("chance is another in each call", async () => {
    const draw = () => resultOf(run("python", "import random\ndef main(a, e): return random.random()"));
    expect(await draw()).not.toBe(await draw());
  });

  test("a signal ends it with its reason", async () => {
    // Its process stands ready, so that it is the code that is stopped and not its start.
    await resultOf(runLines("return 1"));
    const stop = new AbortController();
    const started = performance.now();
    setTimeout(() => stop.abort(new Error("told to stop")), 300);
    await expect(runLines("while True: pass", { signal: stop.signal, timeoutMs: 30_000 })).rejects.toThrow(
      "told to stop",
    );
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

test.each([
  ["def main(args, env): return 1", []],
  ["from math import sqrt as main", []],
  ["def main(args, env):\n    return ]", [{ message: expect.stringContaining("SyntaxError"), line: 2 }]],
  ["def main(args, env):\n  pass\nreturn 1", [{ message: expect.stringContaining("outside function"), line: 3 }]],
  ["x = 1", [{ message: expect.stringContaining("no function main") }]],
  ["while True: pass\ndef main(a, e): pass", []],
  ["(".repeat(30_000), [{ message: expect.any(String), line: 1 }]],
])("a check of %.30s tells what is wrong and runs nothing", async (code, issues) => {
  expect(await checkCode("python", code, "team_1")).toEqual(issues);
});

/** What each tries, and what it may meet. */
const probes: Record<string, [lines: string, meets: RegExp]> = {
  "the module js": ["import js\nreturn dir(js)", /No module named 'js'/],
  pyodide_js: ["import pyodide_js\nreturn str(pyodide_js)", /No module named/],
  "pyodide.ffi": ["from pyodide.ffi import to_js\nreturn str(to_js({}))", /No module named/],
  "pyodide.code": ["from pyodide.code import run_js\nreturn str(run_js('1'))", /No module named/],
  _pyodide_core: ["import _pyodide_core\nreturn str(_pyodide_core)", /./],
  "the constructor of any JavaScript object": [
    "import gc\nfound = [o for o in gc.get_objects() if type(o).__name__ == 'JsProxy']\nreturn [str(o.constructor.constructor('return process')()) for o in found][0]",
    /Code generation|index out of range|Error/,
  ],
  "a file of the machine": ["return open('/etc/passwd').read()", /No such file/],
  "a file of the app": [`return open('${process.cwd()}/package.json').read()`, /No such file/],
  "a file to write": ["open('/tmp/x', 'w').write('x')", /Read-only/],
  "a file that is there": ["open('/lib/python314.zip', 'r+b').write(b'x')\nreturn 'ran'", /Read-only/],
  "a folder to make": ["import os\nos.mkdir('/tmp/x')", /Read-only/],
  "a module that it plants": ["open('/home/pyodide/json.py', 'w').write('x')", /Read-only|No such file/],
  subprocess: ["import subprocess\nreturn subprocess.run(['id'])", /does not support processes|No module/],
  "os.system": [
    "import os\nif os.system('id') == 0: return 'ran'\nraise OSError('refused')",
    /refused|without a result/,
  ],
  fork: ["import os\nreturn os.fork()", /not implemented|Errno/],
  threads: ["import threading\nthreading.Thread(target=print).start()", /can't start new thread/],
  "a socket": ["import socket\nreturn str(socket.create_connection(('1.1.1.1', 80), 2))", /unreachable|Errno|error/i],
  urllib: [
    "import urllib.request\nreturn urllib.request.urlopen('http://1.1.1.1', timeout=2).status",
    /unreachable|error/i,
  ],
  "a timer of the machine below": ["import ctypes\nctypes.CDLL(None).alarm(60)\nreturn 'ran'", /without a result/],
  "a timer for later": ["import asyncio\nasyncio.new_event_loop().call_later(0, print)\nreturn 1", /timers|Error/],
  "a mount": ["import ctypes\nreturn str(ctypes.CDLL(None).mount)", /./],
};

test.each(Object.entries(probes))("%s leads nowhere", async (_, [lines, meets]) => {
  // Importing urllib takes seconds on a slow machine: it must fail on its own, before its time ends.
  const outcome = await runLines(lines, { timeoutMs: 20_000 });
  if (!outcome.ok) expect(outcome.error).toMatch(meets);
  else expect(JSON.stringify(outcome.result)).not.toMatch(/root:|"name"|connected|process|ran/);
});

test("environment, files and modules are Python's own", async () => {
  const seen = await runLines("import os\nreturn [dict(os.environ), os.getcwd(), sorted(os.listdir('/'))]");
  expect(seen).toMatchObject({ ok: true, result: [{}, "/", ["dev", "home", "lib", "proc", "tmp"]] });
});

test("what one call changes, the next does not find", async () => {
  const spy = `
import builtins, json, os, random, sys
builtins.seen = getattr(builtins, "seen", 0) + 1
json.loads = lambda text: ["spied", text]
dumps = json.dumps
json.dumps = lambda value, **more: dumps(value, **more).replace("1", "7")
builtins.print = lambda *a: None
sys.modules["statistics"] = "spied"
sys.settrace(lambda *a: None)
os.environ["LEFT"] = "1"
import gc
gc.callbacks.append(lambda *a: None)
os.close(1)
os.dup2(0, 5)
def main(args, env):
    return builtins.seen`;
  // It has changed how its own answer is written, and its process lives on.
  const spied = await run("python", spy, { env: { SECRET: "planted-secret-value" } });
  expect(spied).toMatchObject({ ok: true, result: 7 });
  const look = `
import builtins, ctypes, gc, os, statistics, sys
def main(args, env):
    print("still")
    # Not one byte of it is left; the needle is put together so that it is not found itself.
    needle = bytes(each ^ 1 for each in b"qm\`oude,rdbsdu,w\`mtd")
    left = ctypes.string_at(0, 24_000_000).count(needle)
    return [getattr(builtins, "seen", 0), str(type(statistics)), dict(os.environ), len(gc.callbacks), sys.gettrace() is None, left, args]`;
  const outcome = await run("python", look, { args: { a: 1 } });
  expect(outcome).toMatchObject({
    ok: true,
    result: [0, "<class 'module'>", {}, 0, true, 0, { a: 1 }],
    logs: ["still"],
  });
});

test("a call answers once, and not for the next one", async () => {
  const twice = `import json
json.dumps = lambda *a, **k: '{"is":"ended","text":"1"}\\n{"is":"ended","text":"2"}'
return 1`;
  expect(await errorOf(runLines(twice))).toContain("without a result");
  expect(await resultOf(runLines("return 3"))).toBe(3);
});

test("what one call finds of JavaScript it can't change for the next", async () => {
  const found = "from _pyodide_core import to_js\nfound = to_js([1])\n";
  const poison = `${found}found.constructor.prototype.push = found.constructor.of`;
  expect(await errorOf(runLines(poison))).toMatch(/read only/);
  expect(await errorOf(runLines(`${found}found.constructor.prototype.left = 1`))).toMatch(/not extensible/);
  const finder = `import gc
return [[*each.jsproxies] for each in gc.get_objects() if type(each).__name__ == "JsFinder"]`;
  expect(await resultOf(runLines(finder))).toEqual([[]]);
});

test("signs of several bytes stay whole, wherever a long text is divided", async () => {
  const outcome = await runLines("print('\\n'.join('x' + '☃' * 99 for _ in range(150)))");
  expect([...new Set(outcome.logs)]).toEqual([`x${"☃".repeat(99)}`]);
  expect(outcome.logs).toHaveLength(150);
});

const timeoutMs = 2_000;
/** Each wants to have all of the server. */
const bombs: Record<string, [lines: string, error: RegExp]> = {
  "an endless loop": ["while True: pass", /time limit/],
  "a loop that catches everything": [
    "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    /time limit/,
  ],
  "a number of a hundred million digits": ["return 10**10**8", /time limit|memory|digits/],
  "a text of ten thousand million signs": ["return len('a' * 10**10)", /memory|cannot fit/],
  "a list that grows": ["all = []\nwhile True: all.append('x' * 10**6 + str(len(all)))", /memory/],
  "deep recursion": ["def f(n): return f(n + 1)\nreturn f(0)", /RecursionError/],
  "deeper recursion": [
    "import sys\nsys.setrecursionlimit(10**7)\ndef f(n): return f(n + 1)\nreturn f(0)",
    /without a result|Recursion|memory/,
  ],
  "a regular expression that goes back and forth": [
    "import re\nreturn bool(re.match(r'^(a+)+$', 'a' * 50 + 'b'))",
    /time limit/,
  ],
  "a flood of prints": ["while True: print('x' * 1000)", /time limit/],
  "a huge result": ["return 'x' * 5_000_000", /longer than/],
  "a result nested too deep": ["a = []\nfor i in range(500): a = [a]\nreturn a", /nested deeper|Recursion/],
  "an error that says too much": ["raise ValueError('x' * 10**7)", /ValueError/],
};

test.each(rounds)("each bomb ends in time, the server stays quick, and another team's runs go on (%i)", async () => {
  const other = { teamId: "other", timeoutMs: 5_000 };
  await resultOf(runLines("return 1", other));
  // What the machine does beside these tests makes every process late.
  const { lagMs: anyway } = await lagDuring(() => sleep(2_000));
  const { result, lagMs } = await lagDuring(async () => {
    const all = Promise.all(
      Object.entries(bombs).map(async ([name, [lines, error]]) => {
        const outcome = await runLines(lines, { teamId: "bombs", timeoutMs });
        return { name, outcome, error };
      }),
    );
    const small = () => resultOf(runLines("return args['n'] + 1", { ...other, args: { n: 1 } }));
    return { others: await meanwhile(small, all), outcomes: await all };
  });
  for (const { name, outcome, error } of result.outcomes) {
    expect(outcome.durationMs, name).toBeLessThan(5_000);
    // On a machine that has other things to do, its time may end before anything else does.
    const ended = outcome.ok ? `gave ${JSON.stringify(outcome.result)}` : outcome.error;
    if (!/time limit/.test(ended)) expect(ended, name).toMatch(error);
    expect(outcome.ok ? 0 : outcome.error.length, name).toBeLessThan(1_200);
    expect(outcome.logs.length, name).toBeLessThanOrEqual(201);
  }
  expect(result.others.length).toBeGreaterThan(5);
  expect(Math.max(...result.others)).toBeLessThan(5_000);
  expect(lagMs - anyway).toBeLessThan(50);
});
