import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { type TransferFile, transferFile } from "@/lib/contract/transfers/file";
import { writeOpenAiAgents } from "@/lib/server/api/import-export/export-to/openai-agents/write";
import { readTemplates } from "@/lib/templates/read-templates";
import {
  decidedApp,
  findUnsafePaths,
  hostileApp,
  hostileLine,
  ledApp,
  outcomesOf,
  wholeApp,
  writeFiles,
} from "../../../support/exported-apps";
import { startOpenAiStandin } from "../../../support/standins/open-ai";
import type { Plan } from "../../../support/standins/types";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "sketch-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, file: TransferFile): string {
  const own = join(folder, name);
  writeFiles(own, writeOpenAiAgents(file).files);
  return own;
}

const require = createRequire(import.meta.url);

/** Runs a sketch with a stand-in for the model. Returns what it prints, and what the model was sent. */
async function start(name: string, file: TransferFile, plan: Plan, input = "") {
  const own = write(name, file);
  const standin = await startOpenAiStandin({ key: null, models: file.models.map(({ model }) => model), plan });
  try {
    const secrets = { OPENAI_API_KEY: "test", KEY: "own-key" };
    const env = { ...secrets, OPENAI_BASE_URL: standin.baseUrl, NODE_ENV: "production" as const };
    const running = run(process.execPath, ["main.ts"], { cwd: own, env, timeout: 60_000 });
    running.child.stdin?.end(input);
    const { stdout } = await running;
    return { own, stdout, requests: standin.requests.map(({ body }) => JSON.stringify(body)) };
  } finally {
    await standin.close();
  }
}

const cases: [string, TransferFile][] = [
  ...readTemplates().map(({ id, file }): [string, TransferFile] => [id, file]),
  ["everything", wholeApp()],
  ["a-manager", ledApp()],
  ["a-decision", decidedApp()],
  ["hostile", hostileApp()],
];

describe.each(cases)("%s", (_, file) => {
  it("is in files with safe paths, with a report", () => {
    const { files, report } = writeOpenAiAgents(file);
    expect(findUnsafePaths(files)).toEqual([]);
    expect(report.every(({ note }) => note.length > 0)).toBe(true);
    expect(files[0]).toMatchObject({ path: "REPORT.md" });
  });
});

it("programs have no type errors", async () => {
  const own = cases.map(([name, file]) => write(`types/${name}`, file));
  const config = JSON.parse(readFileSync(join(own[0] ?? "", "tsconfig.json"), "utf8")) as object;
  const all = { ...config, exclude: ["*/tools", "**/node_modules"] };
  writeFiles(join(folder, "types"), [{ path: "tsconfig.json", text: JSON.stringify(all) }]);
  const checked = run(resolve("node_modules/.bin/tsc"), ["-p", join(folder, "types")]);
  const { stdout } = await checked.catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
}, 90_000);

it("the sketch asks for the version of the SDK that it is tested with", () => {
  const sdk = join(dirname(require.resolve("@openai/agents")), "../package.json");
  const { version } = JSON.parse(readFileSync(sdk, "utf8")) as { version: string };
  const project = writeOpenAiAgents(wholeApp()).files.find(({ path }) => path === "package.json");
  expect(JSON.parse(project?.text ?? "{}")).toMatchObject({ dependencies: { "@openai/agents": `^${version}` } });
});

it("what the sketch has no place for is named", () => {
  expect(outcomesOf(writeOpenAiAgents(wholeApp()).report)).toMatchObject({
    "app Harbor news": "taken",
    "tool Doubler": "approximated",
    "tool Tripler": "needs",
    "tool Page": "approximated",
    "tool Clock": "taken",
    "tool Notes": "needs",
    "tool Ferry": "approximated",
    "tool Guarded ferry": "needs",
    "model GPT": "needs",
    "model Claude": "needs",
    "schedule Harbor news": "left",
    "parallel tasks Harbor news": "taken",
    "delegation Reporter": "left",
    "form Gather": "approximated",
    "structured output Check": "taken",
    "output variable Check": "taken",
    "approval Doubler": "approximated",
    "secret Quay: token": "needs",
  });
  expect(outcomesOf(writeOpenAiAgents(ledApp()).report)).toMatchObject({
    "manager Led": "approximated",
    "agent reporter": "left",
  });
  expect(outcomesOf(writeOpenAiAgents(decidedApp()).report)).toMatchObject({
    "decision Review": "approximated",
    "form rules Review": "left",
  });
});

/** Without servers, which are not there. */
const offline = (file: TransferFile): TransferFile => ({
  ...file,
  tools: file.tools.filter(({ type }) => type !== "mcp"),
});

it("a process runs with its forms, approvals, tools, context and files", async () => {
  const call = { name: "doubler", input: { n: 21 } };
  const { own, stdout, requests } = await start(
    "process",
    offline(wholeApp()),
    ({ body }) => {
      const text = JSON.stringify(body);
      if (text.includes("Task: Gather.") && !text.includes("doubled")) return { tools: [call] };
      return {
        text: text.includes("Task: Check.")
          ? '{"ok":true}'
          : text.includes("Task: Write.")
            ? "The news."
            : "Notes on fish.",
      };
    },
    "Hamburg\ny\nGo on\n",
  );
  const gather = requests.find((text) => text.includes("Task: Gather.")) ?? "";
  expect(gather).toContain("port: Hamburg");
  expect(requests.join()).toContain('\\"doubled\\":42');
  expect(requests.join()).toContain('\\"key\\":\\"own-key\\"');
  const last = requests.find((text) => text.includes("Task: Write.")) ?? "";
  expect(last).toContain("Output of Gather:\\nNotes on fish.");
  expect(last).toContain('Output of Check:\\n{\\"ok\\":true}');
  expect(stdout).toContain("# Write\n\nThe news.");
  expect(readFileSync(join(own, "output/news.md"), "utf8")).toBe("The news.");
}, 90_000);

it.each([
  ["prints", " PRINT", true],
  ["holds", "Hold", false],
  ["has no other answer", "Print it", false],
  ["takes the exact name first", "print", false, "print"],
])(
  "a person decides whether a task runs: it %s",
  async (title, answer, isRun, otherwise = "Hold") => {
    const file = offline(decidedApp(otherwise));
    const plan: Plan = ({ body }) => ({
      text: JSON.stringify(body).includes("Task: Check.") ? '{"ok":true}' : "Fish.",
    });
    const { stdout, requests } = await start(`decision-${title}`, file, plan, `Hamburg\n${answer}\nGo on\n`);
    expect(stdout).toContain(`[Print / ${otherwise}]`);
    expect(requests.some((text) => text.includes("Task: Write."))).toBe(isRun);
    expect(stdout.includes("# Write")).toBe(isRun);
  },
  90_000,
);

it("a rejected call is not made", async () => {
  const { requests } = await start(
    "rejected",
    offline(wholeApp()),
    ({ body }, turn) =>
      JSON.stringify(body).includes("Task: Gather.") && turn < 4
        ? { tools: [{ name: "doubler", input: { n: 21 } }] }
        : { text: '{"ok":true}' },
    "Hamburg\nn\nn\nn\nn\nn\n",
  );
  expect(requests.join()).not.toContain("doubled");
}, 90_000);

it("a manager delegates each task, one after another", async () => {
  const { requests, stdout } = await start("led", offline(ledApp()), { text: '{"ok":true}' }, "a\nb\n");
  expect(requests).toHaveLength(3);
  expect(requests[0]).toContain('"name":"reporter"');
  expect(stdout.indexOf("# Gather")).toBeLessThan(stdout.indexOf("# Check"));
}, 90_000);

it("a chat answers until its input ends", async () => {
  const { agents, models } = wholeApp();
  const file = transferFile.parse({
    muster: 1,
    kind: "app",
    app: { name: "Chat", type: "chat", agent: "Reporter", conversationStarters: ["What's new?"] },
    agents: agents.slice(0, 1).map((agent) => ({ ...agent, tools: [], functionModel: null })),
    models,
  });
  const { stdout, requests } = await start("chat", file, [{ text: "Fish." }, { text: "Ships." }], "Hello\nMore\n");
  expect(stdout).toContain("What's new?");
  expect(stdout).toContain("Ships.");
  expect(requests[1]).toMatch(/Hello.*Fish\..*More/);
}, 90_000);

it("nothing of a hostile app runs as code", async () => {
  const { stdout, requests } = await start("hostile", hostileApp(), { text: "{}" }, `x\n${hostileLine}\n`);
  expect(requests).toHaveLength(5);
  expect(stdout).toContain("{}");
}, 90_000);
