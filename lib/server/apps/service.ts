import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { maxMessagesDefault } from "@/lib/constants/limits";
import type { appForm } from "@/lib/contract/apps";
import type { Issue, UsedBy } from "@/lib/contract/error";
import { agentIssue, agentIssues, iconIssue, modelIssue } from "../agents/service";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import { mailIsOn } from "../mail/mails";
import { type Viewer, visible } from "../sessions/service";
import { findTasks, taskIssues } from "../tasks/service";
import { variableIssues } from "../variables/service";
import { type AppRow, appOf } from "./queries";
import { apps, type SharingConfig } from "./table";

type Form = Partial<z.output<typeof appForm>>;
type Reader = Pick<Db, "select">;

/** People can be named only where mail proves that an address is theirs. */
function sharingIssue(form: Form, row: AppRow | undefined): Issue[] {
  const { mode, emails } = sharingOf(form, row);
  if (mode !== "whitelist") return [];
  if (form.sharingMode === "whitelist" && !mailIsOn())
    return [
      { path: "sharingMode", message: "This server cannot confirm whose an address is, so people cannot be named." },
    ];
  return emails.length > 0 ? [] : [{ path: "sharingEmails", message: "Name at least one e-mail address." }];
}

function sharingOf({ sharingMode, sharingEmails }: Form, row: AppRow | undefined): SharingConfig {
  const { mode, emails } = row?.sharingConfig ?? { mode: "team", emails: [] };
  return { mode: sharingMode ?? mode, emails: [...new Set(sharingEmails ?? emails)] };
}

/** Checks every id of the form and what cannot be had. Throws 400 with an issue at each field. */
export async function checkApp(db: Reader, teamId: string, form: Form, row?: AppRow): Promise<void> {
  const issues: Issue[] = [
    ...sharingIssue(form, row),
    ...((row?.type ?? form.type) === "chat" && form.agentId === ""
      ? [{ path: "agentId", message: "Choose an agent." }]
      : []),
    ...(await agentIssue(db, teamId, form.agentId)),
    ...(await agentIssues(db, teamId, form.agentIds)),
    ...(form.managerModelId ? await modelIssue(db, teamId, "managerModelId", form.managerModelId) : []),
    ...(await processIssues(db, teamId, form, row)),
    ...(await iconIssue(db, teamId, form.iconId)),
    ...(await variableIssues(db, teamId, form.variableIds)),
  ];
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}

/** Of each task: it is the team's, all that it waits for comes before it, and somebody does it. */
async function processIssues(db: Reader, teamId: string, form: Form, row: AppRow | undefined): Promise<Issue[]> {
  if ((row?.type ?? form.type) !== "process") return await taskIssues(db, teamId, form.taskIds, "taskIds");
  const { taskIds, agentIds, managerModelId, process } = processOf(form, row);
  const found = new Map((await findTasks(db, teamId, taskIds)).map((task) => [task.id, task]));
  const led = process.process === "hierarchical";
  return [
    ...(taskIds.length === 0 ? [{ path: "taskIds", message: "Add at least one task." }] : []),
    ...taskIds.flatMap((id, i) => {
      const path = `taskIds.${i}`;
      const task = found.get(id);
      if (!task) return [{ path, message: "This task does not exist or was deleted." }];
      if (taskIds.indexOf(id) < i) return [{ path, message: `${task.name} is in the process twice.` }];
      if (!led && !task.agentId) return [{ path, message: `${task.name} has no agent. Choose one in the task.` }];
      const early = task.contextTaskIds.filter((one) => !taskIds.slice(0, i).includes(one));
      return early.length === 0 ? [] : [{ path, message: outOfOrder(task.name, early, taskIds, found) }];
    }),
    ...(led && !managerModelId ? [{ path: "managerModelId", message: "Choose the model that leads." }] : []),
    ...(led && agentIds.length === 0
      ? [{ path: "agentIds", message: "Choose at least one agent that work may be given to." }]
      : []),
  ];
}

function outOfOrder(
  name: string,
  early: string[],
  taskIds: string[],
  found: ReadonlyMap<string, { name: string }>,
): string {
  const later = early.find((id) => taskIds.includes(id));
  if (later) return `${name} uses the output of ${found.get(later)?.name}, which comes later. Move that before it.`;
  return `${name} uses the output of a task that is not in this process. Add that before it.`;
}

/** How the process is made up, with what the form sends in place. */
function processOf(form: Form, row: AppRow | undefined) {
  const { process, fullOutput } = row?.processConfig ?? { process: "sequential" as const, fullOutput: false };
  return {
    taskIds: form.taskIds ?? row?.taskIds ?? [],
    agentIds: [...new Set(form.agentIds ?? row?.agentIds ?? [])],
    managerModelId: form.managerModelId === undefined ? (row?.managerModelId ?? null) : form.managerModelId,
    process: { process: form.process ?? process, fullOutput: form.fullOutput ?? fullOutput },
  };
}

/** The row's columns for what the form sends; what it leaves out keeps its value. */
export function appColumns(form: Form, row?: AppRow): Partial<typeof apps.$inferInsert> {
  const { name, description, tags, iconId, variableIds, agentId } = form;
  const type = row?.type ?? form.type;
  const { process: processConfig, ...ofProcess } = processOf(form, row);
  const chat = row?.chatConfig ?? { conversationStarters: [], maxMessages: maxMessagesDefault };
  return {
    ...{ name, description, tags, iconId, variableIds, agentId: agentId || undefined },
    ...(type === "process" ? { ...ofProcess, processConfig, agentId: null } : {}),
    sharingConfig: sharingOf(form, row),
    chatConfig: {
      conversationStarters: form.conversationStarters ?? chat.conversationStarters,
      maxMessages: form.maxMessages ?? chat.maxMessages,
    },
  };
}

/** The app that a session is started of. Throws AppError. */
export async function startableApp(db: Reader, viewer: Viewer, id: string) {
  return startable(await appOf(db, viewer, id));
}

/** What a session takes from its app. Throws 409 for one with nothing to do. */
export function startable(app: AppRow) {
  if (app.type === "process" && app.taskIds.length === 0)
    throw new AppError("conflict", "This app has no tasks any more. Add one in the app.");
  if (app.type === "chat" && !app.agentId)
    throw new AppError("conflict", "This app has no agent any more. Choose one in the app.");
  const { name, type, sharingConfig, agentId, chatConfig } = app;
  return {
    appId: app.id,
    appName: name,
    appType: type,
    sharingConfig,
    agentId,
    maxMessages: chatConfig?.maxMessages ?? maxMessagesDefault,
  };
}

/** The team's apps that use something. A private one is counted, but its id and name are for those who may use it. */
export async function appsUsing(db: Reader, viewer: Viewer, using: SQL, most: number): Promise<UsedBy> {
  const seen = visible(viewer, apps) ?? sql`true`;
  const rows = await db
    .select({
      _id: sql<string | null>`case when ${seen} then ${apps.id} end`,
      name: sql<string>`case when ${seen} then ${apps.name} else 'Private app' end`,
    })
    .from(apps)
    .where(and(eq(apps.teamId, viewer.teamId), using))
    .orderBy(asc(apps.name))
    .limit(most);
  return rows.map(({ _id, name }, i) => ({ type: "app", _id: _id ?? `private-${i}`, name }));
}
