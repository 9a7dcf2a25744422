import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { buildRequest } from "@/lib/api/calls/build-request";
import { createCallLog } from "@/lib/api/calls/call-log";
import { toCurl } from "@/lib/api/calls/to-curl";
import { defineCalls, defineShapes } from "@/lib/contract/base/endpoint";
import { clientFor } from "../../support/api-client";
import { serve } from "../../support/replying-server";

const shapes = defineShapes({
  list: { response: z.object({}) },
  add: {
    body: z.object({ name: z.string(), config: z.object({ api_key: z.string() }).optional() }),
    response: z.object({}),
  },
  upload: { response: z.object({}) },
});
const things = defineCalls<typeof shapes>()("things", {
  list: { method: "GET", path: "/:resourceSlug/things.json", summary: "List" },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/thing/add",
    csrf: true,
    summary: "Add",
  },
  upload: {
    method: "POST",
    path: "/:resourceSlug/forms/thing/upload",
    summary: "Upload",
    multipart: { maxFiles: 1 },
  },
});
const params = { resourceSlug: "team-1" };
const surroundings = { shared: false, token: "session-token", csrf: "csrf-token" };

/** The words that a shell makes of a line. */
function shellWords(line: string): string[] {
  const script = `set -- ${line}; printf '%s\\0' "$@"`;
  const words = execFileSync("sh", ["-c", script], {
    env: { ...process.env, MUSTER_TOKEN: "from the shell" },
    encoding: "utf8",
  });
  return words.split("\0").slice(0, -1);
}

describe("the curl line", () => {
  test("of a read", () => {
    const line = toCurl("http://muster.test", buildRequest(things.list, { params, query: { q: "x y" } }, surroundings));
    expect(line).toBe(
      `curl -sS 'http://muster.test/team-1/things.json?q=x+y' -H "Authorization: Bearer $MUSTER_TOKEN"`,
    );
  });

  test("of a write is one that a shell understands, whatever the body holds, and tells no secret", () => {
    const body = { name: 'O\'Brien $HOME `id` "x"\n\\', config: { api_key: "sk-secret" } };
    const line = toCurl("http://muster.test", buildRequest(things.add, { params, body }, surroundings));
    expect(line).not.toMatch(/session-token|csrf-token|sk-secret/);
    expect(shellWords(line)).toEqual([
      "curl",
      "-sS",
      "-X",
      "POST",
      "http://muster.test/team-1/forms/thing/add",
      "-H",
      "Authorization: Bearer from the shell",
      "-H",
      "Content-Type: application/json",
      "-d",
      JSON.stringify({ ...body, config: { api_key: "***" }, _csrf: "***" }),
    ]);
  });

  test("of an upload names the file", () => {
    const formData = new FormData();
    formData.set("name", "Notes");
    formData.set("file", new File(["text"], "my notes.txt"));
    const line = toCurl("http://muster.test", buildRequest(things.upload, { params, formData }, surroundings));
    expect(shellWords(line).slice(-4)).toEqual(["-F", "name=Notes", "-F", "file=@my notes.txt"]);
  });
});

describe("the log of calls", () => {
  const newLog = (page = "/team-1/things") =>
    createCallLog(
      () => page,
      () => "http://muster.test",
    );

  test("keeps status, answer and duration, without secrets", async () => {
    const { base } = await serve({
      body: { token: "t0ken", thing: { name: "a", api_key: "sk", tokens: 7, secret: "" } },
    });
    const log = newLog();
    const { call } = clientFor({ base, begin: log.begin });
    await call(things.list, { params });
    expect(log.get()).toMatchObject([
      {
        page: "/team-1/things",
        method: "GET",
        path: "/team-1/things.json",
        status: 200,
        answer: { token: "***", thing: { name: "a", api_key: "***", tokens: 7, secret: "" } },
      },
    ]);
    expect(log.get()[0]?.durationMs).toBeGreaterThan(0);
  });

  test("a refusal keeps its status and words; without an answer the status is 0", async () => {
    const { base } = await serve({ status: 404, body: { error: "No such thing.", code: "not_found" } });
    const log = newLog();
    const refused = clientFor({ base, begin: log.begin });
    await expect(refused.call(things.list, { params })).rejects.toThrow("No such thing.");
    const nowhere = clientFor({ base: "http://127.0.0.1:1", begin: log.begin });
    await expect(nowhere.call(things.list, { params })).rejects.toThrow();
    expect(log.get()).toMatchObject([
      { status: 0, answer: undefined },
      { status: 404, answer: { error: "No such thing.", code: "not_found" } },
    ]);
  });

  test("tells its listeners, and forgets the oldest", () => {
    const log = newLog();
    let told = 0;
    const stop = log.subscribe(() => told++);
    const request = buildRequest(things.list, { params }, surroundings);
    const first = log.begin(request);
    expect(log.get()[0]?.status).toBeNull();
    first({ status: 200 });
    expect(told).toBe(2);
    stop();
    for (let i = 0; i < 100; i++) log.begin(request);
    expect(told).toBe(2);
    expect(log.get().map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, i) => 101 - i));
  });
});
