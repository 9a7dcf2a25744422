import { maxMessagesDefault } from "@/lib/constants/limits";
import { type AppPart, appPart } from "@/lib/contract/transfers/file";
import type { AppRow } from "./queries";

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
  const { agentId: agent, taskIds: tasks, managerModelId: manager, agentIds: agents } = row;
  return appPart.parse(
    type === "chat"
      ? { ...own, agent, conversationStarters, maxMessages }
      : { ...own, tasks, process, manager, agents, fullOutput },
  );
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
  return { ...own, taskIds, process, managerModelId, agentIds, fullOutput };
}

const toFormSchedule = ({ every, message, ...rest }: NonNullable<AppPart["schedule"]>) => ({
  type: "cron" as const,
  unit: every,
  ...rest,
  ...(message && { message }),
});
