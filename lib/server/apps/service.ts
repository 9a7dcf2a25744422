import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { maxMessagesDefault } from "@/lib/constants/limits";
import type { appForm } from "@/lib/contract/apps";
import type { Issue, UsedBy } from "@/lib/contract/error";
import { iconIssue } from "../agents/service";
import { agents } from "../agents/table";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import { type Viewer, visible } from "../sessions/service";
import { variableIssues } from "../variables/service";
import { type AppRow, appOf } from "./queries";
import { apps, type SharingConfig } from "./table";

type Form = Partial<z.output<typeof appForm>>;
type Reader = Pick<Db, "select">;

async function agentIssue(db: Reader, teamId: string, id: string | undefined): Promise<Issue[]> {
  if (!id) return [];
  const [row] = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  return row ? [] : [{ path: "agentId", message: "This agent does not exist or was deleted." }];
}

/** Checks every id of the form and what cannot be had. Throws 400 with an issue at each field. */
export async function checkApp(db: Reader, teamId: string, form: Form): Promise<void> {
  const issues: Issue[] = [
    ...(form.type === "process" ? [{ path: "type", message: "This server runs chat apps. Choose chat." }] : []),
    ...(form.sharingMode === "whitelist" || form.sharingMode === "public"
      ? [{ path: "sharingMode", message: "Choose the team, or private." }]
      : []),
    ...(await agentIssue(db, teamId, form.agentId)),
    ...(await iconIssue(db, teamId, form.iconId)),
    ...(form.shareLinkShareId === undefined
      ? []
      : [{ path: "shareLinkShareId", message: "This link does not exist or was deleted." }]),
    ...(await variableIssues(db, teamId, form.variableIds)),
  ];
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}

/** The row's columns for what the form sends; what it leaves out keeps its value. */
export function appColumns(form: Form, row?: AppRow): Partial<typeof apps.$inferInsert> {
  const { name, description, tags, iconId, variableIds, agentId } = form;
  const sharing: SharingConfig = row?.sharingConfig ?? { mode: "team", emails: [] };
  const chat = row?.chatConfig ?? { conversationStarters: [], maxMessages: maxMessagesDefault };
  return {
    ...{ name, description, tags, iconId, variableIds, agentId },
    sharingConfig: { mode: form.sharingMode ?? sharing.mode, emails: form.sharingEmails ?? sharing.emails },
    chatConfig: {
      conversationStarters: form.conversationStarters ?? chat.conversationStarters,
      maxMessages: form.maxMessages ?? chat.maxMessages,
    },
  };
}

/** The app that a session is started of. Throws AppError. */
export async function startableApp(db: Reader, viewer: Viewer, id: string) {
  const app = await appOf(db, viewer, id);
  if (!app.agentId) throw new AppError("conflict", "This app has no agent any more. Choose one in the app.");
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
