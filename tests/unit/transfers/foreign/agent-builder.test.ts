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

it("a workflow in TypeScript is read in the order of its runs, and its approval is restored", () => {
  const found = readOk(typescript);
  expect(found.source).toMatchObject({ system: "agent-builder", version: "TypeScript" });
  expect(found.whole.app).toMatchObject({ name: "Mail room", type: "process", tasks: ["Reader", "Sender"] });
  expect(found.whole.agents[0]?.backstory).toBe("You live in {town}.");
  expect(found.whole.agents[1]?.backstory).toBe('You send "it".');
  expect(found.whole.tasks[0]?.structuredOutput).toMatchObject({ properties: { urgent: { type: "boolean" } } });
  expect(found.whole.tasks[1]).toMatchObject({
    requiresHumanInput: true,
    formFields: [{ options: ["Approve", "Reject"] }],
  });
  expect(outcomeOf(found, "Approval")).toBe("approximated");
  expect(outcomeOf(found, "Refuser")).toBe("needs");
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

it("branches of a workflow in Python are named, and its functions are switched off", () => {
  const found = readOk(python);
  expect(found.whole.app).toMatchObject({ name: "Router", tasks: ["Sort", "Last"] });
  expect(found.whole.agents.map(({ name }) => name)).toEqual(["Sort", "Last", "First", "Second"]);
  expect(found.whole.agents[0]?.backstory).toBe("Sort it.\n\n- a or b");
  expect(outcomeOf(found, 'category == "a"', "branch")).toBe("needs");
  expect(noteOf(found, "First")).toContain("only on some branches");
  expect(noteOf(found, "First: weather")).toContain("switched off");
  expect(found.whole.tools[0]?.definition.code).toContain("# def weather");
});

it("a workflow with one agent becomes a chat", () => {
  const text =
    'from agents import Agent, Runner\na = Agent(name="A", instructions="Talk.")\nasync def run_workflow(w):\n    await Runner.run(a, input=[])\n';
  expect(readOk(text).whole.app).toMatchObject({ type: "chat", agent: "A" });
});
