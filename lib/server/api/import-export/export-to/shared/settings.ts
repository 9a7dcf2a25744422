import { maxIterationsDefault, maxMessagesDefault } from "@/lib/constants/limits";
import type { BranchPart } from "@/lib/contract/transfers/branches";
import type { AgentPart, AppPart, TaskPart, ToolPart, TransferFile } from "@/lib/contract/transfers/file";

/** What a part can have besides what every part of its kind has. */
export type Setting =
  | "tags"
  | "schedule"
  | "conversation starters"
  | "message limit"
  | "branch"
  | "decision"
  | "iteration"
  | "parallel tasks"
  | "manager"
  | "full output"
  | "delegation"
  | "max steps"
  | "function model"
  | "pinned revision"
  | "form"
  | "form rules"
  | "structured output"
  | "output file"
  | "output variable"
  | "final output only"
  | "approval"
  | "approval rules";

interface SettingUse {
  part: string;
  setting: Setting;
}

type Uses = Partial<Record<Setting, unknown>>;

const listUses = (part: string, uses: Uses): SettingUse[] =>
  Object.entries(uses).flatMap(([setting, used]) => (used ? [{ part, setting: setting as Setting }] : []));

/** Whether a task begins without waiting for the one before it. */
const isParallel = (app: AppPart): boolean =>
  app.type === "process" &&
  app.process === "sequential" &&
  (app.after ?? []).some((waits, i) => i > 0 && !waits.includes(i));

const usesOfApp = (app: AppPart): Uses => ({
  tags: app.tags.length > 0,
  schedule: app.schedule,
  ...(app.type === "chat"
    ? {
        "conversation starters": app.conversationStarters.length > 0,
        "message limit": app.maxMessages !== maxMessagesDefault,
      }
    : {
        "parallel tasks": isParallel(app),
        manager: app.process === "hierarchical",
        "full output": app.fullOutput,
      }),
});

const usesOfAgent = (agent: AgentPart): Uses => ({
  delegation: agent.allowDelegation,
  "max steps": agent.maxIterations !== maxIterationsDefault,
  "function model": agent.functionModel,
  "pinned revision": agent.pinned.length > 0,
});

/** Whether a person is asked before a task begins. */
export const hasForm = ({ requiresHumanInput, formFields }: TaskPart): boolean =>
  requiresHumanInput || formFields.length > 0;

const usesOfTask = (task: TaskPart): Uses => ({
  form: hasForm(task),
  "form rules": task.asks,
  "structured output": task.structuredOutput,
  "output file": task.storeTaskOutput,
  "output variable": task.outputVariable,
  "final output only": task.displayOnlyFinalOutput,
});

const usesOfTool = (tool: ToolPart): Uses => ({ approval: tool.requireApproval, "approval rules": tool.asks });

const usesOfBranch = ({ by, asks }: BranchPart): Uses => ({
  branch: by === "value" || by === "classification",
  decision: by === "person",
  "form rules": by === "person" && asks,
  iteration: by === "items",
});

/** The settings of a file's parts, in the order of the parts. */
export const listSettings = ({ app, agents, tasks, tools }: TransferFile): SettingUse[] => [
  ...listUses(app.name, usesOfApp(app)),
  ...(app.type === "process" ? (app.branches ?? []) : []).flatMap((branch) =>
    listUses(branch.name, usesOfBranch(branch)),
  ),
  ...agents.flatMap((agent) => listUses(agent.name, usesOfAgent(agent))),
  ...tasks.flatMap((task) => listUses(task.name, usesOfTask(task))),
  ...tools.flatMap((tool) => listUses(tool.name, usesOfTool(tool))),
];
