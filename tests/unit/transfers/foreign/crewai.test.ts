import { expect, it } from "vitest";
import { noteOf, outcomeOf, readOk } from "../../../support/foreign-files";

const agents =
  "cook:\n  role: Cook\n  goal: Cook {dish}\n  backstory: Long experience.\nidle:\n  role: Idle\n  goal: Nothing\n  backstory: None.\n";
const tasks =
  "shop:\n  description: Buy for {dish}.\n  expected_output: A list.\nboil:\n  description: Boil.\n  expected_output: A meal.\n";
const crew = `from crewai import Agent, Crew, Task
from crewai.project import CrewBase, agent, crew, task
from crewai_tools import ScrapeWebsiteTool
import os
os.system("rm -rf /tmp/planted")

class Meal(BaseModel):
    name: str = Field(..., description="Its name")
    guests: int

@CrewBase
class Kitchen:
    @agent
    def cook(self) -> Agent:
        return Agent(config=self.agents_config['cook'], tools=[ScrapeWebsiteTool(), Mine()], llm="openai/gpt-4o", verbose=True)

    @task
    def boil(self) -> Task:
        return Task(config=self.tasks_config["boil"], agent=self.cook(), output_json=Meal)

    @task
    def shop(self) -> Task:
        return Task(config=self.tasks_config["shop"], agent=self.cook())

    @crew
    def crew(self) -> Crew:
        return Crew(agents=self.agents, tasks=[self.shop(), self.boil()], process=Process.sequential)
`;
const classic = [
  { path: "config/agents.yaml", text: agents },
  { path: "config/tasks.yaml", text: tasks },
  { path: "crew.py", text: crew },
];

it("a classic crew takes its agents, tools and order from crew.py", () => {
  const found = readOk(classic);
  expect(found.source).toMatchObject({ system: "crewai", version: "classic project" });
  expect(found.whole.app).toMatchObject({
    name: "Kitchen",
    type: "process",
    tasks: ["shop", "boil"],
    after: [[], [1]],
    variables: ["dish"],
  });
  expect(found.whole.tasks).toMatchObject([
    { agent: "cook", context: [] },
    {
      agent: "cook",
      context: ["shop"],
      structuredOutput: { properties: { name: { description: "Its name" }, guests: { type: "integer" } } },
    },
  ]);
  expect(found.whole.agents).toMatchObject([
    { name: "cook", role: "Cook", model: "openai/gpt-4o", tools: ["Web page"] },
  ]);
  expect(found.whole.models).toMatchObject([{ provider: "open_ai", model: "gpt-4o" }]);
  expect(outcomeOf(found, "idle")).toBe("left");
  expect(noteOf(found, "cook: Mine")).toContain("isn't run");
  expect(JSON.stringify(found.file)).not.toContain("rm -rf");
});

it("a classic crew without crew.py says which agent its tasks got", () => {
  const found = readOk(classic.slice(0, 2));
  expect(found.whole.tasks[0]?.agent).toBe("cook");
  expect(outcomeOf(found, "shop")).toBe("approximated");
});

it("a crew of JSON with comments is read, and code that it names is not", () => {
  const found = readOk([
    {
      path: "crew.jsonc",
      text: '{\n // The crew\n "name": "Paper",\n "agents": ["writer",],\n "tasks": [{ "name": "write", "description": "Write on {topic}.", "expected_output": "A text.", "agent": "writer", "human_input": true, "output_file": "out/paper.md" }],\n "inputs": { "topic": "Bees" },\n "process": "hierarchical", "manager_llm": "gpt-4o",\n}',
    },
    {
      path: "agents/writer.jsonc",
      text: '{ "role": "Writer", "goal": "Write", "backstory": "B", "tools": ["custom:search", { "python": "tools.run" }, "ArxivPaperTool"] /* c */ }',
    },
  ]);
  expect(found.source.version).toBe("JSON project");
  expect(found.whole.app).toMatchObject({
    name: "Paper",
    process: "hierarchical",
    manager: "gpt-4o",
    agents: ["writer"],
    variables: ["topic"],
  });
  expect(found.whole.tasks).toMatchObject([{ agent: "writer", taskOutputFileName: "paper.md" }]);
  expect([
    outcomeOf(found, "writer: search"),
    outcomeOf(found, "writer: tools.run"),
    outcomeOf(found, "writer: ArxivPaperTool"),
  ]).toEqual(["needs", "needs", "taken"]);
  expect(outcomeOf(found, "write: human_input")).toBe("needs");
});

it("a declarative flow is refused with a report", () => {
  const found = readOk("schema: crewai.flow/v1\nname: F\nmethods: { a: { start: true }, b: { listen: a } }");
  expect(found.report.map(({ outcome }) => outcome)).toEqual(["left", "left", "left"]);
  expect(found.source.version).toBe("crewai.flow/v1");
});
