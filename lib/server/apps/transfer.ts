import { and, eq } from "drizzle-orm";
import { maxMessagesDefault } from "@/lib/constants/limits";
import { type AppPart, appPart } from "@/lib/contract/transfer-file";
import type { Tx } from "../db/client";
import { lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import type { TeamCallContext } from "../http/implement";
import { holdContexts } from "../tasks/service";
import { holdVariables } from "../variables/service";
import { type AppRow, appOf } from "./queries";
import { never, scheduleColumns } from "./schedule";
import { appColumns, checkApp } from "./service";
import { apps } from "./table";

function scheduleOf({ scheduleUnit: every, scheduleMessage, scheduleVariables: variables }: AppRow) {
  if (!every) return null;
  const some = Object.keys(variables).length > 0;
  return { every, ...(scheduleMessage && { message: scheduleMessage }), ...(some && { variables }) };
}

/** An app as a file has it, with ids where the file has names. Whom it is shared with is not in it. */
export function appPartOf(row: AppRow): AppPart {
  const { name, type, description, tags, variableIds: variables, chatConfig, processConfig } = row;
  const own = { name, type, description, tags, variables, schedule: scheduleOf(row) };
  const { conversationStarters = [], maxMessages = maxMessagesDefault } = chatConfig ?? {};
  const { process = "sequential", fullOutput = false } = processConfig ?? {};
  const { agentId: agent, taskIds: tasks, managerModelId: manager, agentIds: agents } = row;
  return appPart.parse(
    type === "chat"
      ? { ...own, agent, conversationStarters, maxMessages }
      : { ...own, tasks, process, manager, agents, fullOutput },
  );
}

function formOf(part: AppPart) {
  const { name, type, description, tags, variables: variableIds } = part;
  const own = { name, type, description, tags, variableIds };
  if (part.type === "chat") {
    const { agent, conversationStarters, maxMessages } = part;
    return { ...own, agentId: agent ?? undefined, conversationStarters, maxMessages };
  }
  const { tasks: taskIds, process, manager: managerModelId, agents: agentIds, fullOutput } = part;
  return { ...own, taskIds, process, managerModelId, agentIds, fullOutput };
}

const formSchedule = ({ every, message, variables }: NonNullable<AppPart["schedule"]>) => ({
  ...{ type: "cron" as const, unit: every, variables },
  ...(message && { message }),
});

/**
 * Writes an app of a file whose names are ids by now, as a new one for the team or over another. It runs by itself, as the
 * caller, only where `scheduled`; otherwise what runs by itself goes on so.
 */
export async function saveApp(
  tx: Tx,
  caller: TeamCallContext,
  part: AppPart,
  { id, scheduled }: { id?: string | undefined; scheduled: boolean },
): Promise<string> {
  const { teamId, accountId } = caller;
  const form = formOf(part);
  const shared = { mode: "team" as const, emails: [] };
  const before = id
    ? await appOf(tx, caller, id)
    : { ...never, type: part.type, createdBy: accountId, sharingConfig: shared };
  const times =
    scheduled && part.schedule ? await scheduleColumns(tx, caller, formSchedule(part.schedule), before) : undefined;
  await holdVariables(tx, teamId, { ids: form.variableIds });
  await holdContexts(tx, teamId);
  if (id) await lockRow(tx, apps, teamId, id);
  const row = id ? await appOf(tx, caller, id) : undefined;
  await checkApp(tx, teamId, form, row);
  const { sharingConfig = shared, ...columns } = appColumns(form, row);
  if (!row) {
    const made = newId("app");
    const fresh = { id: made, teamId, createdBy: accountId, name: part.name, type: part.type };
    await tx.insert(apps).values({ ...columns, ...times, ...fresh, sharingConfig });
    return made;
  }
  const edited = { version: nextVersion, updatedBy: accountId, dateUpdated: new Date() };
  await tx
    .update(apps)
    .set({ ...columns, ...times, ...edited, ...(part.type === "chat" && { agentId: part.agent }) })
    .where(and(eq(apps.teamId, teamId), eq(apps.id, row.id)));
  return row.id;
}
