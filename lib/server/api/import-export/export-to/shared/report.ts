import type { AgentPart, TaskPart, ToolPart, TransferFile } from "@/lib/contract/transfers/file";
import type { ImportOutcome, ReportEntry } from "@/lib/contract/transfers/schemas";
import { clipLine } from "../../foreign/shared/texts";
import { listSecrets } from "./read-tool";
import { listSettings, type Setting } from "./settings";

/** What becomes of a part, and how, what to do, or why. */
export type Verdict = readonly [outcome: ImportOutcome, note: string];

export type ModelNeed = TransferFile["models"][number];
type VariableNeed = TransferFile["variables"][number];

/** What a system makes of the parts of an app's file. */
export interface ExportTarget {
  app: Verdict;
  agent(agent: AgentPart): Verdict;
  task(task: TaskPart): Verdict;
  tool(tool: ToolPart): Verdict;
  model(model: ModelNeed): Verdict;
  variable(variable: VariableNeed): Verdict;
  settings: Record<Setting, Verdict>;
}

const documents: Verdict = ["needs", "Documents aren't exported. Make them searchable in your own code."];
const person: Verdict = ["left", "Accounts aren't exported."];
const secret: Verdict = ["needs", "Secrets aren't exported. Enter it in the .env file."];

const toEntry = (part: string, type: string, [outcome, note]: Verdict): ReportEntry => ({
  part: clipLine(part, 200) || type,
  type,
  outcome,
  note: clipLine(note, 600),
});

/** One entry for each part of the app's file, each of its settings and each secret. */
export function reportExport(file: TransferFile, target: ExportTarget): ReportEntry[] {
  return [
    toEntry(file.app.name, "app", target.app),
    ...file.agents.map((agent) => toEntry(agent.name, "agent", target.agent(agent))),
    ...file.tasks.map((task) => toEntry(task.name, "task", target.task(task))),
    ...file.tools.map((tool) => toEntry(tool.name, "tool", target.tool(tool))),
    ...file.models.map((model) => toEntry(model.name, "model", target.model(model))),
    ...file.datasources.map(({ name }) => toEntry(name, "data source", documents)),
    ...file.variables.map((variable) => toEntry(variable.name, "variable", target.variable(variable))),
    ...file.people.map(({ name }) => toEntry(name, "person", person)),
    ...listSettings(file).map(({ part, setting }) => toEntry(part, setting, target.settings[setting])),
    ...file.tools.flatMap((tool) =>
      listSecrets(tool).map((name) => toEntry(`${tool.name}: ${name}`, "secret", secret)),
    ),
  ];
}
