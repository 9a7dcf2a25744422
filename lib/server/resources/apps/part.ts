import { maxMessagesDefault } from "@/lib/constants/limits";
import type { Flow } from "@/lib/contract/apps/flow";
import { toFlow } from "@/lib/contract/apps/flow-parts";
import { isTaskStep } from "@/lib/contract/apps/steps";
import { type AppPart, appPart } from "@/lib/contract/transfers/file";
import { toFlowParts } from "../../engine/runs/process/branches/flow-parts";
import { toBranchedFlow, toBranchParts } from "./branch-part";
import type { AppRow } from "./queries";

type ProcessPart = Extract<AppPart, { type: "process" }>;

function toFileSchedule(row: AppRow) {
  const { scheduleUnit: every, scheduleTiming, scheduleMessage, scheduleVariables: variables } = row;
  if (!every) return null;
  const some = Object.keys(variables).length > 0;
  return { every, ...scheduleTiming, ...(scheduleMessage && { message: scheduleMessage }), ...(some && { variables }) };
}

/** Returns the app's part of an exported file, with ids instead of names and without sharing. */
export function toAppPart(row: AppRow): AppPart {
  const { name, type, description, tags, variableIds: variables, chatConfig, processConfig } = row;
  const own = { name, type, description, tags, variables, schedule: toFileSchedule(row) };
  const { conversationStarters = [], maxMessages = maxMessagesDefault } = chatConfig ?? {};
  const { process = "sequential", fullOutput = false } = processConfig ?? {};
  const flow = toFlow(toFlowParts(row));
  const after = toPositions(row.taskIds, flow);
  const branches = toBranchParts(flow);
  const { agentId: agent, taskIds: tasks, managerModelId: manager, agentIds: agents } = row;
  return appPart.parse(
    type === "chat"
      ? { ...own, agent, conversationStarters, maxMessages }
      : {
          ...own,
          revision: row.revision ?? undefined,
          tasks,
          ...(after.some(({ length }) => length > 0) && { after }),
          ...(branches.length > 0 && { branches }),
          process,
          manager,
          agents,
          fullOutput,
        },
  );
}

/** For each task, the positions of those that it waits for, from 1. */
const toPositions = (taskIds: readonly string[], { steps }: Flow): number[][] =>
  steps.filter(isTaskStep).map(({ after }) => after.map((id) => taskIds.indexOf(id) + 1));

const pickTasks = (taskIds: readonly string[], positions: readonly number[] = []): string[] =>
  positions.flatMap((position) => taskIds[position - 1] ?? []);

/** The steps of a file's process, after names have been resolved to ids. */
export function toPartFlow({ tasks: taskIds, after: positions, branches = [] }: ProcessPart): Flow {
  const after = Object.fromEntries(taskIds.map((id, i) => [id, pickTasks(taskIds, positions?.[i])]));
  return toBranchedFlow({ taskIds, after }, branches);
}

/** The form of a file's app, after names have been resolved to ids. Its schedule is enabled only if `scheduled`. */
export function toAppForm(part: AppPart, scheduled: boolean) {
  const { name, type, description, tags, variables: variableIds } = part;
  const schedule = scheduled && part.schedule ? toFormSchedule(part.schedule) : undefined;
  const own = { name, type, description, tags, variableIds, ...(schedule && { schedule }) };
  if (part.type === "chat") {
    const { agent: agentId, conversationStarters, maxMessages } = part;
    return { ...own, agentId, conversationStarters, maxMessages };
  }
  const { tasks: taskIds, process, manager: managerModelId, agents: agentIds, fullOutput } = part;
  const flow = toPartFlow(part);
  return { ...own, taskIds, flow, process, managerModelId, agentIds, fullOutput };
}

const toFormSchedule = ({ every, message, ...rest }: NonNullable<AppPart["schedule"]>) => ({
  type: "cron" as const,
  unit: every,
  ...rest,
  ...(message && { message }),
});
