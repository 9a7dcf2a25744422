import { parser } from "@lezer/python";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { TransferFile } from "@/lib/contract/transfers/file";
import { writeCrewai } from "@/lib/server/api/import-export/export-to/crewai/write";
import { listAgents, listTasks } from "@/lib/server/api/import-export/export-to/shared/process";
import { readTemplates } from "@/lib/templates/read-templates";
import { decidedApp, findUnsafePaths, hostileApp, ledApp, outcomesOf, wholeApp } from "../../../support/exported-apps";
import { readOk } from "../../../support/foreign-files";

const textOf = (file: TransferFile, path: string): string =>
  writeCrewai(file).files.find((one) => one.path === path)?.text ?? "";

/** What our own importer makes of the project. */
const readBack = (file: TransferFile) =>
  readOk(writeCrewai(file).files.filter(({ path }) => /\.(jsonc|py)$/.test(path))).whole;

const cases: [string, TransferFile][] = [
  ...readTemplates().map(({ id, file }): [string, TransferFile] => [id, file]),
  ["everything", wholeApp()],
  ["a manager", ledApp()],
  ["a hostile app", hostileApp()],
];

describe.each(cases)("%s", (_, file) => {
  const { files, report } = writeCrewai(file);

  it("is read back with its agents, tasks, process and context", () => {
    const back = readBack(file);
    const { app } = file;
    const agents = listAgents(file);
    const toAgent = ({ role, goal, backstory, allowDelegation, maxIterations }: TransferFile["agents"][number]) => ({
      role: role.toWellFormed(),
      goal: goal.toWellFormed(),
      backstory: backstory.toWellFormed(),
      allowDelegation,
      maxIterations,
    });
    expect(back.agents.map(toAgent)).toEqual(agents.map(toAgent));
    expect(back.app.name).toBe(app.name);
    if (app.type === "chat" || back.app.type === "chat") {
      expect(back.tasks).toMatchObject([{ name: "answer", agent: back.agents[0]?.name }]);
      return;
    }
    const nameOfAgent = new Map(agents.map(({ name, ref }, i) => [ref ?? name, back.agents[i]?.name]));
    const nameOfTask = new Map(listTasks(file).map(({ name }, i) => [name, back.tasks[i]?.name]));
    expect(back.app.tasks).toEqual([...nameOfTask.values()]);
    expect(back.app.process).toBe(app.process);
    expect(back.app.agents).toEqual(app.process === "hierarchical" ? [...nameOfAgent.values()] : []);
    expect(
      back.tasks.map(({ description, expectedOutput, agent, context }) => ({
        description,
        expectedOutput,
        agent,
        context,
      })),
    ).toEqual(
      listTasks(file).map(({ task, context }) => ({
        description: task.description.toWellFormed(),
        expectedOutput: task.expectedOutput.toWellFormed(),
        agent: nameOfAgent.get(task.agent ?? "") ?? null,
        context: context.map((one) => nameOfTask.get(one)),
      })),
    );
  });

  it("has safe paths, and Python without errors", () => {
    expect(findUnsafePaths(files)).toEqual([]);
    for (const { path, text } of files.filter(({ path }) => path.endsWith(".py"))) {
      const errors: number[] = [];
      parser.parse(text).iterate({ enter: ({ type, from }) => void (type.isError && errors.push(from)) });
      expect([path, errors]).toEqual([path, []]);
    }
  });

  it("reports each part", () => {
    const { agents, tasks, tools, models, datasources, variables, people } = file;
    const parts = [agents, tasks, tools, models, datasources, variables, people].flat();
    const own = report.filter(({ type }) =>
      ["agent", "task", "tool", "model", "data source", "variable", "person"].includes(type),
    );
    expect(own).toHaveLength(parts.length);
    expect(report.filter(({ type }) => type === "app")).toHaveLength(1);
    expect(report.every(({ note }) => note.length > 0)).toBe(true);
  });
});

it("what CrewAI has no place for is named", () => {
  expect(outcomesOf(writeCrewai(wholeApp()).report)).toEqual({
    "app Harbor news": "taken",
    "agent Reporter": "taken",
    "agent reporter": "taken",
    "task Gather": "taken",
    "task Check": "taken",
    "task Write": "taken",
    "tool Doubler": "needs",
    "tool Tripler": "approximated",
    "tool Page": "approximated",
    "tool Clock": "approximated",
    "tool Notes": "needs",
    "tool Ferry": "needs",
    "tool Guarded ferry": "needs",
    "tool Quay": "needs",
    "model GPT": "needs",
    "model Claude": "needs",
    "model Llama": "needs",
    "data source Archive": "needs",
    "variable topic": "taken",
    "variable port-key": "needs",
    "person Ada": "left",
    "tags Harbor news": "left",
    "schedule Harbor news": "left",
    "parallel tasks Harbor news": "approximated",
    "delegation Reporter": "taken",
    "max steps Reporter": "taken",
    "function model Reporter": "taken",
    "form Gather": "needs",
    "form rules Gather": "left",
    "structured output Check": "approximated",
    "output variable Check": "left",
    "final output only Check": "left",
    "form Write": "needs",
    "output file Write": "taken",
    "approval Doubler": "approximated",
    "approval Guarded ferry": "approximated",
    "secret Doubler: KEY": "needs",
    "secret Tripler: PLACE": "needs",
    "secret Ferry: x-key": "needs",
    "secret Quay: token": "needs",
  });
});

it("a person comments on the task before their decision, whose tasks are named", () => {
  const file = wholeApp();
  const whole = { ...file, tasks: file.tasks.map((task) => ({ ...task, requiresHumanInput: false, formFields: [] })) };
  const asking = (of: TransferFile) => textOf(of, "crew.jsonc").split('"human_input": true').length - 1;
  const { app } = decidedApp();
  expect([asking({ ...whole }), asking({ ...whole, app })]).toEqual([0, 1]);
  expect(outcomesOf(writeCrewai(decidedApp()).report)).toMatchObject({ "decision Review": "needs" });
});

it("agents get what they can use: no tool whose calls a person would approve", () => {
  const agent = textOf(wholeApp(), "agents/Reporter.jsonc");
  expect(JSON.parse(agent.slice(agent.indexOf("\n")))).toMatchObject({
    llm: "openai/gpt-4o",
    function_calling_llm: "anthropic/claude-sonnet",
    tools: ["custom:doubler", "ScrapeWebsiteTool"],
    mcps: [{ url: "https://ferry.example.com/mcp", tool_filter: { allowed_tool_names: ["sail"] } }],
    max_iter: 9,
    allow_delegation: true,
  });
  expect(agent).not.toContain("guarded.example.com");
  expect(textOf(wholeApp(), "tools/doubler.py")).toContain('answer.strip().lower() != "y"');
  expect(textOf(wholeApp(), "tools/clock.py")).toContain('datetime.now(ZoneInfo("Europe/Berlin"))');
  expect(textOf(wholeApp(), "tools/tripler.py")).toMatch(/^# .*\nfrom __future__ import annotations\n/);
  expect(textOf(wholeApp(), ".env.example")).toBe(
    "# Copy this file to .env and enter the values.\nOPENAI_API_KEY=\nANTHROPIC_API_KEY=\nOLLAMA_API_BASE=\nKEY=\nPLACE=\nFERRY_X_KEY=\nQUAY_TOKEN=\n",
  );
});

it("names in braces that are no variables stay as they are, and a task without context gets none", () => {
  const crew = textOf(wholeApp(), "crew.jsonc");
  expect(parse(crew.slice(crew.indexOf('"inputs":') + 9, crew.lastIndexOf("}")))).toEqual({ place: "{place}" });
  expect(readBack(wholeApp()).tasks[1]?.context).toEqual([]);
});
