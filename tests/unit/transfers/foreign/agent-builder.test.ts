import { expect, it } from "vitest";
import { noteOf, outcomeOf, readOk } from "../../../support/foreign-files";

const typescript = `import { Agent, hostedMcpTool, Runner, tool, withTrace } from "@openai/agents";
import { z } from "zod";
fetch("https://planted.example.com");
const mcp = hostedMcpTool({ serverLabel: "Post", serverUrl: "https://post.example.com/mcp?key=planted", requireApproval: "always" });
const ReplySchema = z.object({ subject: z.string(), urgent: z.boolean() });
const instructions = (context: RunContext<C>) => {
  const { town } = context.context;
  return \`You live in \${town}.\`;
};
const reader = new Agent({ name: "Reader", instructions, model: "gpt-5.1", tools: [mcp], outputType: ReplySchema });
const sender = new Agent({ name: "Sender", instructions: "You send \\"it\\".", model: "gpt-5.1" });
const refuser = new Agent({ name: "Refuser", instructions: "You refuse." });
const approvalRequest = (message: string) => {
  // TODO: Implement
  return true;
};
export const runWorkflow = async (workflow: WorkflowInput) => {
  return await withTrace("Mail room", async () => {
    const readerResult = await runner.run(reader, [...history], { context: { town: "Ulm" } });
    const approvalMessage = "Send it?";
    if (approvalRequest(approvalMessage)) {
      const senderResult = await runner.run(sender, [...history]);
    } else {
      const refuserResult = await runner.run(refuser, [...history]);
    }
  });
};
// __trace_source__: "agent-builder"
`;

it("a workflow in TypeScript is read in the order of its runs, and its approval decides again", () => {
  const found = readOk(typescript);
  expect(found.source).toMatchObject({ system: "agent-builder", version: "TypeScript" });
  expect(found.whole.app).toMatchObject({ name: "Mail room", type: "process", tasks: ["Reader", "Sender", "Refuser"] });
  expect(found.whole.agents[0]?.backstory).toBe("You live in {town}.");
  expect(found.whole.agents[1]?.backstory).toBe('You send "it".');
  expect(found.whole.tasks[0]?.structuredOutput).toMatchObject({ properties: { urgent: { type: "boolean" } } });
  expect(found.whole.app).toMatchObject({
    branches: [
      {
        by: "person",
        instructions: "Send it?",
        after: ["Reader"],
        cases: [{ tasks: ["Sender"] }],
        defaultTasks: ["Refuser"],
      },
    ],
  });
  expect(outcomeOf(found, "Approval")).toBe("taken");
  expect(noteOf(found, "Reader: Post")).toContain("https://post.example.com/mcp, turn on Require approval");
  expect(JSON.stringify(found)).not.toContain("planted");
});

const python = `from agents import Agent, Runner, function_tool
import os
os.system("planted")

@function_tool
def weather(town: str) -> str:
    return os.environ["PLANTED"]

class Kind(BaseModel):
    category: str

sort = Agent(name="Sort", instructions="""Sort it.

- a or b""", model="gpt-5.2", output_type=Kind, model_settings=ModelSettings(temperature=0))
first = Agent(name="First", instructions="Do a.", tools=[weather])
second = Agent(name="Second", instructions="Do b.")
last = Agent(name="Last", instructions="End.")

async def run_workflow(workflow_input):
    with trace("Router"):
        result = await Runner.run(sort, input=[])
        category = result.final_output.category
        if category == "a":
            await Runner.run(first, input=[])
        elif category == "b":
            await Runner.run(second, input=[])
        await Runner.run(last, input=[])
`;

it("a workflow in Python branches on an output, and its functions are switched off", () => {
  const found = readOk(python);
  const second = {
    cases: [
      { value: "a", tasks: ["First"] },
      { value: "b", tasks: ["Second"] },
    ],
    defaultTasks: [],
  };
  expect(found.whole.app).toMatchObject({
    name: "Router",
    tasks: ["Sort", "First", "Second", "Last"],
    branches: [{ name: "category", source: "Sort", field: "category", ...second }],
  });
  expect(found.whole.agents[0]?.backstory).toBe("Sort it.\n\n- a or b");
  expect(outcomeOf(found, 'category == "a"', "branch")).toBe("taken");
  expect(noteOf(found, "First: weather")).toContain("switched off");
  expect(found.whole.tools[0]?.definition.code).toContain("# def weather");
});

it.each([
  ["a value that isn't an agent's output", "mood"],
  ["a field that the output doesn't have", "result.final_output.mood"],
  ["a variable that is set twice", 'result.final_output.category\n        category = "b"'],
  ["a variable that is extended", 'result.final_output.category\n        category += "b"'],
  ["variables that are set together", "result.final_output.category, result.final_output.category"],
  ["an output that is changed", 'result.final_output.category\n        category.x = "b"'],
  ["a field with a computed name", "result.final_output[category]"],
  ["the output of an agent that runs again", "(await Runner.run(sort, input=[])).final_output.category"],
])("a branch on %s is named", (_title, value) => {
  const found = readOk(python.replace("result.final_output.category", value));
  expect(found.whole.app).toMatchObject({ tasks: ["Sort", "Last"], branches: [] });
  expect(noteOf(found, "First")).toContain("only on some branches");
});

it.each([
  ["all", "'a' == category and", undefined],
  ["all", "category != 'x' and", { operator: "notEquals", value: "x", conditions: [{ value: "a" }] }],
  ["any", "category == 'x' or (category == 'y') or", { match: "any", conditions: [{ value: "y" }, { value: "a" }] }],
  ["all and any", "category == 'x' or category == 'y' and", undefined],
  ["12", "category == 'x' or ".repeat(11), undefined],
  ["a text that isn't empty", "category or", undefined],
])("a branch on several conditions becomes a case with %s of them, or is named: %s", (_title, more, expected) => {
  const found = readOk(python.replace('if category == "a"', `if ${more} category == "a"`));
  const [branch] = (found.whole.app.type === "process" && found.whole.app.branches) || [];
  expect(branch?.cases[0]?.tasks).toEqual(expected && ["First"]);
  if (expected) expect(branch?.cases).toMatchObject([expected, { value: "b", tasks: ["Second"] }]);
  else expect(outcomeOf(found, "First")).toBe("needs");
});

it("a workflow in TypeScript branches on an output, ends in a case, and always passes its guardrail", () => {
  const run = (name: string) =>
    `const ${name}Temp = await runner.run(${name}, [...history]);
    if (!${name}Temp.finalOutput) { throw new Error("Agent result is undefined"); }
    const ${name}Result = { output_text: JSON.stringify(${name}Temp.finalOutput), output_parsed: ${name}Temp.finalOutput };`;
  const text = `import { Agent, Runner } from "@openai/agents";
const Kind = z.object({ kind: z.string(), urgent: z.boolean() });
${["sort", "refund", "repair", "hurry", "sum"].map((name) => `const ${name} = new Agent({ name: "${name}", instructions: "Do it.", outputType: Kind });`).join("\n")}
export const runWorkflow = async (workflow: WorkflowInput) => {
  return await withTrace("Shop", async () => {
    const { hasTripwire } = await runAndApplyGuardrails(workflow.input_as_text);
    if (hasTripwire) { return { refused: true }; } else {
    ${run("sort")}
    if (sortResult.output_parsed.kind == "refund") {
      ${run("refund")}
      history.push(...refundTemp.newItems.map((item) => { return item.rawItem; }));
      return refundResult;
    } else if (sortResult.output_parsed.kind == "repair") {
      ${run("repair")}
    } else if (sortResult.output_parsed.urgent) {
      ${run("hurry")}
    }
    ${run("sum")}
    }
  });
};`;
  const found = readOk(text);
  const { app } = found.whole;
  expect(app).toMatchObject({ tasks: ["sort", "refund", "repair", "hurry", "sum"] });
  expect((app.type === "process" && app.branches) || []).toMatchObject([
    {
      name: "kind",
      source: "sort",
      field: "kind",
      cases: [
        { value: "refund", tasks: ["refund"] },
        { value: "repair", tasks: ["repair", "sum"] },
      ],
      defaultTasks: ["sum"],
    },
    { name: "urgent", field: "urgent", cases: [{ value: "true", tasks: ["hurry"] }], within: { cases: ["default"] } },
  ]);
  expect(noteOf(found, "runAndApplyGuardrails")).toContain("Guardrails aren't imported");
  expect(outcomeOf(found, "hasTripwire")).toBe("needs");
});

const toRun = "await Runner.run(last, input=";
const history = `w = workflow_input.model_dump()
        history: list[Item] = [{"role": "user", "content": [{"text": w["input_as_text"]}]}]
        `;

it.each([
  ["the conversation", "[*history])", true],
  ["the message", '[{"content": [{"text": w["input_as_text"]}]}], run_config=None)', true],
  ["the message in another text", 'f"Sum up {workflow_input.input_as_text}.")', true],
  ["only another output", '[{"content": [{"text": result.final_output.category}]}])', false],
  ["what a call made of it", "[{'content': search(history)}])", false],
])("a later agent that gets %s has a task with the message only if the agent gets it", (_title, input, expected) => {
  const text = python.replace("result = await", `${history}result = await`).replace(`${toRun}[])`, `${toRun}${input}`);
  const { tasks } = readOk(text).whole;
  expect(tasks.map(({ description }) => description.includes("\n\nThe input: {message}"))).toEqual([
    true,
    false,
    false,
    expected,
  ]);
});

it("a later agent in TypeScript gets the message with the conversation, until the conversation is another one", () => {
  const agents = ["a", "b", "c"].map(
    (name) => `const ${name} = new Agent({ name: "${name}", instructions: "Do it." });`,
  );
  const text = `import { Agent, Runner } from "@openai/agents";
${agents.join("\n")}
export const runWorkflow = async (workflow: WorkflowInput) => {
  let history: AgentInputItem[] = [{ role: "user", content: [{ type: "input_text", text: workflow.input_as_text }] }];
  const first = await runner.run(a, [...history]);
  history.push(...first.newItems.map((item) => item.rawItem));
  await runner.run(b, [/* all */ ...history], { context: {} });
  history = [];
  await runner.run(c, [...history], { context: { text: workflow.input_as_text } });
};`;
  const asked = readOk(text).whole.tasks.map(({ description }) => description.includes("{message}"));
  expect(asked).toEqual([true, true, false]);
});

it("what is in a loop of a workflow becomes agents without a task", () => {
  const found = readOk(
    python.replace('if category == "a":', 'while category == "a":').replace(/ +elif[^\n]+\n[^\n]+\n/, ""),
  );
  expect(found.whole.app).toMatchObject({ tasks: ["Sort", "Last"], branches: [] });
  expect(noteOf(found, "First")).toContain("which isn't imported");
});

it("a workflow with one agent becomes a chat", () => {
  const text =
    'from agents import Agent, Runner\na = Agent(name="A", instructions="Talk.")\nasync def run_workflow(w):\n    await Runner.run(a, input=[])\n';
  expect(readOk(text).whole.app).toMatchObject({ type: "chat", agent: "A" });
});

const B = "await runner.run(b, []);";
const C = "await runner.run(c, []);";
const asking = (body: string) => `import { Agent, Runner } from "@openai/agents";
const b = new Agent({ name: "B", instructions: "B.", model: "gpt-5.1" });
const c = new Agent({ name: "C", instructions: "C.", model: "gpt-5.1" });
export const runWorkflow = async (workflow) => {
  ${body}
};
// __trace_source__: "agent-builder"
`;

it.each([
  ["an approval", `if (approvalRequest("Go?")) { ${B} } else { ${C} }`, ["Go?", ["B"], ["C"]]],
  ["a negated one", `if (!approvalRequest("Go?")) { ${B} } else { ${C} }`, ["Go?", ["C"], ["B"]]],
  ["one that is negated twice", `if (!!(await approvalRequest("Go?"))) { ${B} }`, ["Go?", ["B"], []]],
  ["an exit without one", `if (!(await approvalRequest("Go?"))) { return; } ${B}`, ["Go?", ["B"], []]],
  ["one with a variable", `if (approvalRequest(\`Go to \${town}?\`)) { ${B} }`, ["Go to {town}?", ["B"], []]],
])("%s lets a person decide in its sense", (_title, body, expected) => {
  const { app } = readOk(asking(body)).whole;
  const [branch] =
    (app as { branches?: { instructions: string; cases: { tasks: string[] }[]; defaultTasks: string[] }[] }).branches ??
    [];
  expect([branch?.instructions, branch?.cases[0]?.tasks, branch?.defaultTasks]).toEqual(expected);
});

it("an approval beside another condition is named, and its agents are no tasks", () => {
  const found = readOk(asking(`if (approvalRequest("Go?") && workflow.x) { ${B} } else { ${C} }`));
  expect([outcomeOf(found, "B"), outcomeOf(found, "C")]).toEqual(["needs", "needs"]);
});
