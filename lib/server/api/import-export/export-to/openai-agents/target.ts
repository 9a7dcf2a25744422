import type { ToolPart, TransferFile } from "@/lib/contract/transfers/file";
import { listAgents, listTasks } from "../shared/process";
import { readBuiltin, readFunction, readMcp } from "../shared/read-tool";
import type { ExportTarget, Verdict } from "../shared/report";
import type { Setting } from "../shared/settings";
import { describeSdkModel } from "./models";
import { isOwnServer } from "./tools";

const settings: Record<Setting, Verdict> = {
  tags: ["left", "The SDK has no tags."],
  schedule: ["left", "The sketch has no schedule. Run it with a scheduler of your own."],
  "conversation starters": ["approximated", "The program shows them at the start."],
  "message limit": ["taken", "The program ends at the limit."],
  iteration: ["needs", "The program runs these tasks once. Add a loop over the items in its code."],
  decision: ["approximated", "The program asks in the terminal, and runs the tasks of the case that is entered."],
  branch: ["needs", "The program runs the tasks of all cases. Add the condition in its code."],
  "parallel tasks": ["taken", "Tasks start when the outputs they need are ready."],
  manager: ["approximated", "The manager is an agent that calls the others as tools, for one task after another."],
  "full output": ["left", "The program shows the output of each task."],
  delegation: ["left", "Add the agents that it may call to its “handoffs”."],
  "max steps": ["taken", "“maxTurns” of the agent's tasks."],
  "function model": ["left", "An agent of the SDK has one model."],
  "pinned revision": ["approximated", "The export has the applied revision of the tool."],
  form: ["approximated", "The program asks in the terminal. Types, options and required fields aren't checked."],
  "form rules": ["left", "The program asks the person who runs it, without a time limit."],
  "structured output": ["taken", "“outputType”, not strict."],
  "output file": ["taken", "A file in the folder “output”."],
  "output variable": ["taken", "The program sets the variable."],
  "final output only": ["left", "The program shows the task's result only."],
  approval: ["approximated", "“needsApproval”: the program asks in the terminal. For an MCP server, see the tool."],
  "approval rules": ["left", "The program asks the person who runs it, without a time limit."],
};

function describeServer(tool: ToolPart): Verdict {
  const asks = readMcp(tool)?.asks ?? false;
  if (!isOwnServer(tool))
    return [
      "needs",
      "Muster asks a person before its calls. No agent has it. Add its server to agents.ts without approvals, or leave it out.",
    ];
  if (asks) return ["approximated", "An MCP server. Functions that need approval are left out."];
  return ["taken", "An MCP server in mcp.ts."];
}

function describeTool(tool: ToolPart): Verdict {
  if (tool.type === "mcp") return describeServer(tool);
  const builtin = readBuiltin(tool);
  if (builtin === "dateTime") return ["taken", "A function in tools.ts."];
  if (builtin === "webPage") return ["approximated", "A function that returns the page as it is, with its HTML."];
  const code = readFunction(tool);
  if (code?.language === "javascript")
    return ["approximated", "Its code is in the folder “tools”. It runs without Muster's sandbox and host list."];
  if (code)
    return [
      "needs",
      "It's Python. Write it in tools.ts; its code is in the folder “tools”. Until then, its calls fail.",
    ];
  return ["needs", "Write what it does in tools.ts. Until then, its calls fail."];
}

/** What the sketch makes of the parts of a file. */
export function describeSketch(file: TransferFile): ExportTarget {
  const { app } = file;
  const agents = listAgents(file);
  const tasks = listTasks(file).map(({ task }) => task);
  const program: Verdict =
    app.type === "chat" && !app.agent
      ? ["needs", "The chat has no agent. Choose one in Muster and export it again."]
      : ["taken", "The program in main.ts."];
  return {
    app: program,
    agent: (agent) =>
      agents.includes(agent) ? ["taken", "An agent in agents.ts."] : ["left", "The manager doesn't delegate to it."],
    task: (task) => (tasks.includes(task) ? ["taken", "A step in main.ts."] : ["left", "The process doesn't use it."]),
    tool: describeTool,
    model: describeSdkModel,
    variable: ({ secret }) =>
      secret
        ? ["needs", "Enter the secret in the .env file where a tool uses it."]
        : ["needs", "Enter its value in variables.ts."],
    settings,
  };
}
