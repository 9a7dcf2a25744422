import type { TransferFile } from "@/lib/contract/transfers/file";
import { getLocalName } from "../../file/file-parts";
import { listAgents, listTasks } from "../shared/process";
import type { ExportTarget, Verdict } from "../shared/report";
import type { Setting } from "../shared/settings";
import { isInputName } from "./crew";
import { describeCrewModel } from "./models";
import type { CrewTool } from "./tools";

const settings: Record<Setting, Verdict> = {
  tags: ["left", "CrewAI has no tags."],
  schedule: ["left", "CrewAI has no schedule. Run “crewai run” with a scheduler of your own."],
  "conversation starters": ["left", "A crew has no conversation starters."],
  "message limit": ["left", "A crew answers one message."],
  iteration: ["needs", "A crew runs its tasks once. Start it for each item, such as with kickoff_for_each."],
  decision: [
    "needs",
    "A person comments on the output of the task before, if there is one, but a crew runs the tasks of all cases. Make them conditional tasks.",
  ],
  branch: ["needs", "A crew runs the tasks of all cases. Make them conditional tasks, or keep one case."],
  "parallel tasks": ["approximated", "CrewAI runs the tasks in their order, one after another."],
  manager: ["taken", "A hierarchical process with the manager's model."],
  "full output": ["left", "CrewAI returns the output of the last task."],
  delegation: ["taken", "“allow_delegation” in the agent's file."],
  "max steps": ["taken", "“max_iter” in the agent's file."],
  "function model": ["taken", "“function_calling_llm” in the agent's file."],
  "pinned revision": ["approximated", "The export has the applied revision of the tool."],
  form: [
    "needs",
    "CrewAI has no forms. A person comments on the output of the task before, if there is one. Name what the form asks for in braces in the task's description: CrewAI asks for it at the start.",
  ],
  "form rules": ["left", "CrewAI asks the person who runs the crew, without a time limit."],
  "structured output": ["approximated", "“output_json” with a class of schemas.py."],
  "output file": ["taken", "“output_file”, in the folder “output”."],
  "output variable": ["left", "CrewAI has no variables that tasks set."],
  "final output only": ["left", "CrewAI has no such setting."],
  approval: ["approximated", "See the tool: it asks in the terminal, or no agent has it."],
  "approval rules": ["left", "CrewAI asks the person who runs the crew, without a time limit."],
};

/** What CrewAI makes of the parts of a file. */
export function describeCrew(file: TransferFile, tools: ReadonlyMap<string, CrewTool>): ExportTarget {
  const { app } = file;
  const agents = listAgents(file);
  const tasks = listTasks(file).map(({ task }) => task);
  const process: Verdict = ["taken", "The crew in crew.jsonc."];
  const chat: Verdict =
    app.type === "chat" && app.agent
      ? ["approximated", "CrewAI has no chats: a crew of one task answers one message."]
      : ["needs", "The chat has no agent. Choose one in Muster and export it again."];
  return {
    app: app.type === "chat" ? chat : process,
    agent: (agent) =>
      agents.includes(agent)
        ? ["taken", "A file in the folder “agents”."]
        : ["left", "The manager doesn't delegate to it."],
    task: (task) =>
      tasks.includes(task) ? ["taken", "A task in crew.jsonc."] : ["left", "The process doesn't use it."],
    tool: (tool) => tools.get(getLocalName(tool))?.verdict ?? ["left", "No agent has it."],
    model: describeCrewModel,
    variable: ({ name, secret }) => {
      if (secret) return ["needs", "Enter the secret in the .env file where a tool uses it."];
      if (!isInputName(name)) return ["needs", "CrewAI can't replace this name. Rename it in the prompts."];
      return ["taken", "“crewai run” asks for it where a prompt names it."];
    },
    settings,
  };
}
