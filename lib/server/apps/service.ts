import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { maxMessagesDefault } from "@/lib/constants/limits";
import type { appForm } from "@/lib/contract/apps";
import type { Issue, UsedBy } from "@/lib/contract/error";
import { iconIssue } from "../agents/service";
import { agents } from "../agents/table";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import { mailIsOn } from "../mail/mails";
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

/** People can be named only where mail proves that an address is theirs. */
function sharingIssue(form: Form, row: AppRow | undefined): Issue[] {
  const { mode, emails } = sharingOf(form, row);
  if (mode !== "whitelist") return [];
  if (form.sharingMode === "whitelist" && !mailIsOn())
    return [{ path: "sharingMode", message: "This server sends no mail, so nobody's address can be confirmed." }];
  return emails.length > 0 ? [] : [{ path: "sharingEmails", message: "Name at least one e-mail address." }];
}

function sharingOf({ sharingMode, sharingEmails }: Form, row: AppRow | undefined): SharingConfig {
  const { mode, emails } = row?.sharingConfig ?? { mode: "team", emails: [] };
  return { mode: sharingMode ?? mode, emails: [...new Set(sharingEmails ?? emails)] };
}

/** Checks every id of the form and what cannot be had. Throws 400 with an issue at each field. */
export async function checkApp(db: Reader, teamId: string, form: Form, row?: AppRow): Promise<void> {
  const issues: Issue[] = [
    ...(form.type === "process" ? [{ path: "type", message: "This server runs chat apps. Choose chat." }] : []),
    ...sharingIssue(form, row),
    ...(await agentIssue(db, teamId, form.agentId)),
    ...(await iconIssue(db, teamId, form.iconId)),
    ...(await variableIssues(db, teamId, form.variableIds)),
  ];
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}

/** The row's columns for what the form sends; what it leaves out keeps its value. */
export function appColumns(form: Form, row?: AppRow): Partial<typeof apps.$inferInsert> {
  const { name, description, tags, iconId, variableIds, agentId } = form;
  const chat = row?.chatConfig ?? { conversationStarters: [], maxMessages: maxMessagesDefault };
  return {
    ...{ name, description, tags, iconId, variableIds, agentId },
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

/** What a session takes from its app. Throws 409 for one without an agent. */
export function startable(app: AppRow) {
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
