import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readGuideSection } from "@/components/guides/read-guides";
import { listNeeds, summarizeParts } from "@/components/import-export/templates/template-facts";
import { templateIds, templateKnowledge, templateModel } from "@/lib/constants/templates";
import { readFile } from "@/lib/server/api/import-export/file/read-file";
import { readTemplates } from "@/lib/templates/read-templates";

const { signal } = new AbortController();
const scripts = readFileSync("lib/server/engine/models/providers/demo/scripts.md", "utf8");
const requests = [...scripts.matchAll(/^=== (.+)$/gm)].map(([, request = ""]) => request);
const isScripted = (text: string) => requests.some((request) => text.startsWith(request));

describe.each(readTemplates())("the template $id", ({ id, file }) => {
  const text = readFileSync(`public/templates/${id}.yaml`, "utf8");

  it("is a file that an import takes, and read as the gallery reads it", async () => {
    const read = await readFile("team", { text }, signal);
    expect({ ...read.file, tools: [] }).toEqual({ ...file, tools: [] });
    expect(file.app).toMatchObject({ schedule: null, description: expect.stringMatching(/^.{40,140}\.$/) });
  });

  it("needs only the offline model, and the data source that comes with it", () => {
    expect(file.models).toMatchObject([{ name: templateModel, provider: "demo", model: "demo-chat" }]);
    expect([file.variables, file.people]).toEqual([[], []]);
    const { name, description } = templateKnowledge[id] ?? {};
    expect(file.datasources.map((one) => one.name)).toEqual(name === undefined ? [] : [name]);
    // The same as the search tool that the data source has from the beginning.
    const search = file.tools.filter(({ type }) => type === "rag");
    expect(search.map((tool) => [tool.name, tool.description])).toEqual(
      name === undefined ? [] : [[name, description]],
    );
  });

  it("comes with sample documents that say so in their titles", () => {
    const names = existsSync(`public/templates/${id}`) ? readdirSync(`public/templates/${id}`) : [];
    expect(names.length > 0).toBe(id in templateKnowledge);
    for (const one of names)
      expect(readFileSync(`public/templates/${id}/${one}`, "utf8")).toMatch(/^# .{5,60} \(sample\)\n\n## /);
  });

  it("has a script for each question and for each task that writes text", () => {
    const questions = file.app.type === "chat" ? file.app.conversationStarters : [];
    const tasks = file.tasks.filter(({ structuredOutput }) => !structuredOutput).map(({ description }) => description);
    expect(questions.length + tasks.length).toBeGreaterThan(0);
    expect([...questions, ...tasks].filter((one) => !isScripted(one))).toEqual([]);
  });

  it("has a section in the guide", () => {
    expect(readGuideSection("templates", file.app.name).length).toBeGreaterThan(100);
  });
});

it("each file is in the gallery, and no two parts share a name", () => {
  const files = globSync("public/templates/*.yaml").map((path) => path.split("/").at(-1));
  expect(files.sort()).toEqual(templateIds.map((id) => `${id}.yaml`).sort());
  const names = readTemplates().flatMap(({ file }) => [
    `app ${file.app.name}`,
    ...file.agents.map(({ name }) => `agent ${name}`),
    ...file.tasks.map(({ name }) => `task ${name}`),
  ]);
  expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
});

it("a shared tool is the same in each template", () => {
  const tools = Map.groupBy(
    readTemplates().flatMap(({ file }) => file.tools),
    ({ name }) => name,
  );
  for (const [name, same] of tools)
    expect([name, new Set(same.map((one) => JSON.stringify(one))).size]).toEqual([name, 1]);
});

it("the gallery tells what a template has and needs", () => {
  const find = (id: string) => readTemplates().find((one) => one.id === id)?.file as never;
  expect(summarizeParts(find("support"))).toBe("1 agent, 1 tool, 1 data source");
  expect(summarizeParts(find("release-notes"))).toBe("1 agent, 3 tasks");
  expect(listNeeds(find("release-notes"))).toHaveLength(1);
  expect(listNeeds(find("support"))[1]).toMatch(/^The data source “Help center”\./);
  expect(listNeeds(find("database-questions"))).toEqual([
    expect.any(String),
    "A database that runs SQL over HTTPS: in the tool “Query the database”, enter SQL_URL, SQL_TOKEN and the allowed host.",
    "A plan that includes function tools.",
  ]);
});
