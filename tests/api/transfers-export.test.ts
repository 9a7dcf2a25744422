import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ExportFormat } from "@/lib/constants/export-formats";
import { apps } from "@/lib/contract/apps/schemas";
import { Archive } from "@/lib/server/engine/parsing/shared/archive";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { temporaryFolder } from "../support/folders";
import { joined } from "../support/members";
import { newAgent, newModel, newProcess, newTask } from "../support/tasks";
import { functionTool, madeTool } from "../support/tools";
import { exported, exportReply, exportReportReply, previewFiles } from "../support/transfers";

const secret = "planted-env-9917";

/** A process with a tool whose secret is not exported. */
async function ownProcess(person: Person): Promise<string> {
  const code = "export default async ({ n }) => n * 2;";
  const tool = functionTool({ code, environmentVariables: { API_KEY: secret } }, { name: "Doubler" });
  const toolIds = [await madeTool(person, tool)];
  const agentId = await newAgent(person, "Writer", await newModel(person), { toolIds });
  const read = await newTask(person, "Read", { agentId });
  return newProcess(person, [read, await newTask(person, "Write", { agentId, contextTaskIds: [read] })]);
}

async function download(person: Person, appId: string, format: ExportFormat): Promise<Buffer> {
  const { status, response } = await exportReply(person, appId, format);
  expect(status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''Process%20\(.*\)\.zip$/);
  return Buffer.from(await response.arrayBuffer());
}

/** The texts in a zip, by their paths. */
async function unzip(zip: Buffer): Promise<Record<string, string>> {
  const path = join(temporaryFolder("export"), "app.zip");
  writeFileSync(path, zip);
  const archive = await Archive.open(path);
  const texts: Record<string, string> = {};
  for (const name of archive.names) texts[name] = Buffer.from(await archive.bytes(name)).toString();
  archive.close();
  return texts;
}

interface Report {
  report: { part: string; type: string; outcome: string }[];
  files: string[];
}

describe("an export for another system", () => {
  it("is a zip that the import takes back, with the report that was shown before", async () => {
    const ada = await newPerson();
    const appId = await ownProcess(ada);
    const zip = await download(ada, appId, "crewai");
    const { report, files } = (await expectOk(exportReportReply(ada, appId, "crewai"))) as never as Report;
    expect(files).toEqual([
      "REPORT.md",
      "crew.jsonc",
      "agents/Writer.jsonc",
      "tools/doubler.py",
      "pyproject.toml",
      ".env.example",
    ]);
    const texts = await unzip(zip);
    expect(Object.keys(texts)).toEqual(files);
    expect(texts["REPORT.md"]).toContain("## Needs you");
    expect(texts["tools/doubler.py"]).toContain("# export default async ({ n }) => n * 2;");
    expect(report.filter(({ type }) => type === "task").map(({ part, outcome }) => `${part} ${outcome}`)).toEqual([
      "Read taken",
      "Write taken",
    ]);
    expect(report).toContainEqual(
      expect.objectContaining({ part: "Doubler: API_KEY", type: "secret", outcome: "needs" }),
    );
    const preview = await previewFiles(ada, { "crew.zip": zip });
    expect(preview.source).toMatchObject({ system: "crewai", version: "JSON project" });
    expect(preview.parts.map(({ key }) => key)).toEqual(
      expect.arrayContaining(["app:Process", "task:Read", "task:Write", "agent:Writer"]),
    );
  });

  it("is a sketch for the Agents SDK", async () => {
    const ada = await newPerson();
    const appId = await ownProcess(ada);
    const zip = await download(ada, appId, "openai-agents");
    const { files } = (await expectOk(exportReportReply(ada, appId, "openai-agents"))) as never as Report;
    expect(files).toEqual(
      expect.arrayContaining(["main.ts", "agents.ts", "tools.ts", "tools/doubler.ts", "package.json"]),
    );
    const texts = await unzip(zip);
    expect(Object.keys(texts)).toEqual(files);
    expect(texts["tools/doubler.ts"]).toContain("export default async ({ n }) => n * 2;");
  });

  it("contains no secret, and the default stays Muster's own file", async () => {
    const ada = await newPerson();
    const appId = await ownProcess(ada);
    const { files } = (await expectOk(exportReportReply(ada, appId))) as never as Report;
    expect(files).toEqual(["Process.yaml"]);
    expect(await exported(ada, appId)).toMatch(/^# A Muster app/);
    for (const format of ["crewai", "openai-agents"] as const) {
      const { report } = (await expectOk(exportReportReply(ada, appId, format))) as never as Report;
      const texts = await unzip(await download(ada, appId, format));
      expect(texts[".env.example"]).toContain("API_KEY=\n");
      expect(JSON.stringify([report, texts])).not.toContain(secret);
    }
  });

  it("is refused to other teams, for private apps of others, and in unknown formats", async () => {
    const [ada, eve] = [await newPerson(), await newPerson("Eve")];
    const bob = await joined(ada, "Team Member");
    const appId = await ownProcess(ada);
    const statuses = async (person: Person, slug = person.slug) => {
      const own = { ...person, slug };
      const replies = [exportReply(own, appId, "crewai"), exportReportReply(own, appId, "openai-agents")];
      return (await Promise.all(replies)).map(({ status }) => status);
    };
    expect(await statuses(bob, ada.slug)).toEqual([200, 200]);
    expect(await statuses(eve)).toEqual([404, 404]);
    expect(await statuses(eve, ada.slug)).toEqual([404, 404]);
    const params = { resourceSlug: ada.slug, appId };
    await expectOk(callAs(apps.edit, { token: ada.token, params, body: { sharingMode: "private" } }));
    expect(await statuses(bob, ada.slug)).toEqual([404, 404]);
    expect(await statuses(ada)).toEqual([200, 200]);
    expect((await exportReply(ada, appId, "flowise" as ExportFormat)).status).toBe(400);
  });
});
