import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { samples } from "@/lib/contract/samples/schemas";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { checkSecret } from "@/lib/server/main/check-secret";
import { handleCall } from "@/lib/server/main/handle-call";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { attachFrontGuard } from "@/lib/server/platform/http/front/front-guard";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, newPerson } from "../support/client";
import { dataFolder, run } from "../support/data-folders";
import { ownDatabase, testDatabase } from "../support/database";
import { collectEvents } from "../support/event-reader";
import { temporaryFolder } from "../support/folders";
import { blocksOf, differences } from "../support/guides";
import { newKey } from "../support/keys";
import { loopbackServer } from "../support/loopback-server";
import { say, testWorker } from "../support/sessions";

ownDatabase();

beforeAll(async () => {
  await checkSecret((await testDatabase()).db);
  await testWorker();
});

/** The arguments of a block's curl command, as a shell passes them. */
function curlArguments(block: string, variables: Record<string, string>): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${block}`;
  const { stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8", env: { ...process.env, ...variables } });
  return stdout.split("\0").slice(0, -1);
}

/** Sends what curl would send. Other options than these fail. */
async function curl(args: string[], signal: AbortSignal): Promise<Response> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      header: { type: "string", short: "H", multiple: true },
      json: { type: "string" },
      "no-buffer": { type: "boolean", short: "N" },
    },
  });
  const { header = [], json } = values;
  const headers = new Headers(Object.fromEntries(header.map((line) => line.split(": "))));
  if (json !== undefined) headers.set("content-type", "application/json");
  return fetch(positionals[0] ?? "", { method: json === undefined ? "GET" : "POST", headers, body: json, signal });
}

test("each call of the API guide gives the response shown below it", { timeout: 60_000 }, async () => {
  const server = await loopbackServer((_request, response) => response.end());
  attachFrontGuard(server.server, { handle: handleCall });
  const ending = new AbortController();
  onTestFinished(async () => {
    ending.abort();
    await server.close();
  });
  const person = await newPerson();
  await expectOk(callAs(samples.add, { token: person.token, params: { resourceSlug: person.slug } }));
  const { secret } = await newKey(person);
  const variables: Record<string, string> = { MUSTER: server.url, TEAM: person.slug, KEY: secret };
  let args: string[] = [];
  let body: unknown;
  const shown: string[] = [];
  for (const { language, text } of blocksOf("09-api")) {
    if (language === "sh") {
      const commands = text.replace(/^ *export (\w+)=(\w+?)…?\n/gm, (_line, name, start) => {
        variables[name] ??= new RegExp(`"(${start}\\w+)"`).exec(JSON.stringify(body))?.[1] ?? "";
        return "";
      });
      args = curlArguments(commands, variables);
    } else if (language === "json") {
      const read = async () => {
        body = await (await curl(args, ending.signal)).json();
        return differences(JSON.parse(text), body);
      };
      await expect.poll(read, { timeout: 20_000 }).toEqual([]);
      shown.push(new URL(args.find((one) => one.startsWith("http")) ?? "").pathname);
    } else if (language === "text") {
      const events: SessionEvent[] = [];
      void collectEvents(await curl(args, ending.signal), events).catch(() => undefined);
      await expectOk(say(person, variables.SESSION ?? "", { message: "What is 6 * 7?" }));
      for (const line of text.trim().split("\n")) {
        const documented = JSON.parse(line.replace("data: ", "")) as SessionEvent;
        const ofKind = () => events.filter(({ kind }) => kind === documented.kind);
        const read = () => ofKind().map((event) => differences(documented, event));
        await expect.poll(read, { timeout: 20_000 }).toContainEqual([]);
      }
      shown.push("stream");
    }
  }
  expect(shown.map((path) => path.split("/").at(-1))).toEqual(["apps.json", "add", "start", "messages.json", "stream"]);
});

test("the commands of the operation guide do what they say", { timeout: 120_000 }, async () => {
  const { db } = await testDatabase();
  await db.insert(accounts).values({ id: newId("account"), email: "ada@example.com", name: "Ada" });
  const archives = `${temporaryFolder("archive")}/`;
  const commands = blocksOf("11-operation").flatMap(({ text }) => [...text.matchAll(/npm run (\w+) -- (.+)$/gm)]);
  expect(commands.map(([, script]) => script)).toEqual(["admin", "backup", "restore", "restore"]);
  for (const [, script = "", args = ""] of commands) {
    const folder = script === "restore" ? dataFolder("guide") : (process.env.DATA_DIR ?? "");
    const { code, output } = await run(script, folder, args.replace("/backup/", archives).split(" "));
    expect(code, output).toBe(0);
  }
});
