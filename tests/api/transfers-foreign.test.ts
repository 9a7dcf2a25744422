import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import type { ImportPreview } from "@/lib/contract/transfers/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import type { Files } from "../support/datasources";
import { difyApp, difyLlm, difyNode, flowiseTwo } from "../support/foreign-files";
import { zipOf } from "../support/knowledge/zip";
import { newModel } from "../support/tasks";
import {
  importedFiles,
  importFilesReply,
  importReply,
  preview,
  previewFiles,
  previewFilesReply,
  previewReply,
  sentencesOf,
  toolFile,
} from "../support/transfers";

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

const flowise = JSON.stringify(flowiseTwo);
const crew: Files = {
  "kitchen/config/agents.yaml": "cook: { role: Cook, goal: Cook, backstory: Long. }",
  "kitchen/config/tasks.yaml": "boil: { description: Boil., expected_output: A meal. }",
  "kitchen/crew.py":
    "from crewai import Agent, Task\nclass Kitchen:\n  @agent\n  def cook(self):\n    return Agent(config=self.agents_config['cook'])\n  @task\n  def boil(self):\n    return Task(config=self.tasks_config['boil'], agent=self.cook())\n",
};
const zip = (files: Files): Buffer =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })));

describe("files of another system", () => {
  it("are previewed and imported as a form, with choices as JSON", async () => {
    const ada = await newPerson();
    const model = await newModel(ada);
    const files = { "Two towns.json": flowise };
    const first = await previewFiles(ada, files);
    expect(first.source).toEqual({ system: "flowise", version: "agentflow v2", parts: 9 });
    expect(first.report).toHaveLength(9);
    expect(first.app).toBe("Two towns");
    expect(first.problems).toHaveLength(2);
    const mapping = { "model:llama3": model, "model:gpt-4o-mini": model };
    const models = ({ report }: ImportPreview) =>
      report.filter(({ type }) => type === "model").map(({ outcome }) => outcome);
    expect(models(first)).toEqual(["needs", "needs"]);
    expect(models(await previewFiles(ada, files, { mapping }))).toEqual(["taken", "taken"]);
    const appId = await importedFiles(ada, files, { mapping });
    const params = { resourceSlug: ada.slug, appId };
    const { app } = (await expectOk(callAs(apps.get, { token: ada.token, params }))) as { app: { flow: object } };
    expect(app).toMatchObject({ type: "process", name: "Two towns" });
    const again = await previewFiles(ada, files, { mapping });
    expect(again.changes).toBe(false);
    const copy = { mapping, choices: { "app:Two towns": "new" } };
    expect((await previewFiles(ada, files, copy)).parts[0]).toMatchObject({ as: "Two towns 2" });
  });

  it("are recognized by their content, also if a prompt looks like a file of Muster", async () => {
    const ada = await newPerson();
    const nodes = [difyNode("start", "start"), difyLlm("answer", "Write { muster: 1 }.")].join("\n");
    const text = difyApp(nodes, [["start", "answer"]], "", "advanced-chat");
    expect((await preview(ada, { text })).source.system).toBe("dify");
    expect((await previewFiles(ada, { "letters.yml": text })).source.system).toBe("dify");
  });

  it("are previewed as text and imported as such", async () => {
    const ada = await newPerson();
    await newModel(ada);
    const nodes = [difyNode("start", "start"), difyLlm("answer", "Answer {{#sys.query#}}.")].join("\n");
    const text = difyApp(nodes, [["start", "answer"]], "", "advanced-chat");
    const looked = await preview(ada, { text });
    expect(looked.source).toMatchObject({ system: "dify", version: "0.3.0" });
    expect(looked.report).toHaveLength(looked.source.parts);
    const [need] = looked.needs;
    const mapping = { [need?.key ?? ""]: need?.options[0]?.value ?? "" };
    const { fingerprint } = await preview(ada, { text, mapping });
    expect((await importReply(ada, { text, mapping, fingerprint })).status).toBe(200);
    const { agents: made } = (await expectOk(callAs(agents.list, to(ada)))) as { agents: { name: string }[] };
    expect(made.map(({ name }) => name)).toEqual(["answer"]);
  });

  it("are taken as several files, and as a zip", async () => {
    const ada = await newPerson();
    const several = Object.fromEntries(
      Object.entries(crew).map(([path, text]) => [path.split("/").at(-1) ?? "", text]),
    );
    for (const files of [
      several,
      { "crew.zip": zip({ ...crew, "kitchen/.env": "KEY=planted", "kitchen/logo.png": "x" }) },
    ]) {
      const looked = await previewFiles(ada, files);
      expect(looked.source.system).toBe("crewai");
      expect(looked.parts.map(({ key }) => key)).toEqual(["app:Imported crew", "task:boil", "agent:cook"]);
      expect(JSON.stringify(looked)).not.toContain("planted");
    }
  });

  it("may be an app's own file", async () => {
    const ada = await newPerson();
    const text = toolFile("export default () => 1", "null");
    const looked = await previewFiles(ada, { "app.yaml": text });
    expect(looked.source).toEqual({ system: "muster", version: "1", parts: 4 });
    expect(looked.report).toHaveLength(4);
    expect((await preview(ada, { text })).source).toEqual(looked.source);
  });

  it("hold code that is switched off", async () => {
    const ada = await newPerson();
    const func = "require('fs').writeFileSync('/tmp/planted', '1'); return 1;";
    const files = { "tool.json": JSON.stringify({ name: "write_file", description: "Writes", schema: "[]", func }) };
    await importedFiles(ada, files);
    const { tools: made } = (await expectOk(callAs(tools.list, to(ada)))) as { tools: { _id: string }[] };
    const params = { resourceSlug: ada.slug, toolId: made[0]?._id ?? "" };
    const body = { args: {} };
    const answer = await callAs(tools.test, { token: ada.token, params, body });
    expect(JSON.stringify(answer.body)).toContain("This tool is switched off.");
  });
});

describe("files that can't be believed", () => {
  it.each<[string, () => Files, number, RegExp]>([
    ["none", () => ({}), 400, /Choose a file/],
    ["an unknown kind", () => ({ "a.json": "{}" }), 400, /isn't an exported app/],
    ["no text", () => ({ "a.json": Buffer.from([0xff, 0xfe, 0x00]) }), 400, /isn't text/],
    ["more than 10 MB", () => ({ "a.json": "x".repeat(11 * 1024 * 1024) }), 413, /limit of 10 MB/],
    [
      "more than 10 MB together",
      () => ({ a: "x".repeat(6 * 1024 * 1024), b: "x".repeat(6 * 1024 * 1024) }),
      413,
      /limit of 10 MB/,
    ],
    ["a bomb", () => ({ "a.zip": zip({ "a.json": Buffer.alloc(200 * 1024 * 1024, 32) }) }), 400, /larger than 10 MB/],
    ["a broken zip", () => ({ "a.zip": zip(crew).subarray(0, 200) }), 400, /zip can't be opened/],
    ["a zip of nothing", () => ({ "a.zip": zip({ "a.png": "x" }) }), 400, /no files that can be imported/],
    [
      "too many files",
      () => Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`${i}.json`, "{}"])),
      400,
      /up to 100 files/,
    ],
  ])("%s: are refused", async (_title, make, status, sentence) => {
    const ada = await newPerson();
    const reply = await previewFilesReply(ada, make());
    expect(reply.status).toBe(status);
    expect(sentencesOf(reply).join(" ")).toMatch(sentence);
  });

  it("with choices that aren't JSON, or for an outdated preview, are refused", async () => {
    const ada = await newPerson();
    expect(sentencesOf(await previewFilesReply(ada, crew, { choices: "{" }))).toEqual(["This isn't valid JSON."]);
    const { fingerprint } = await previewFiles(ada, crew);
    const other = { ...crew, "kitchen/config/tasks.yaml": "boil: { description: Fry., expected_output: A meal. }" };
    const reply = await importFilesReply(ada, other, { fingerprint });
    expect(reply.status).toBe(409);
    expect(sentencesOf(await previewReply(ada, {}))).toEqual(["Send the file's text."]);
  });

  it("of a member who may not create apps are not read", async () => {
    const ada = await newPerson();
    const bob = await newPerson();
    const reply = await previewFilesReply({ ...bob, slug: ada.slug }, crew);
    expect(reply.status).toBe(404);
  });
});
