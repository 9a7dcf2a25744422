import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { sessionSchema } from "@/lib/contract/sessions";
import { accounts } from "../accounts/table";
import { assets } from "../assets/table";
import { membershipOf } from "../auth/membership";
import type { Visit } from "../auth/visitor";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import { askedOf } from "../runs/asked";
import { mergeValues } from "../runs/values";
import { visitorReason } from "../runs/visitor-events";
import type { sessions } from "./table";

type Reader = Pick<Db, "select">;
type SessionRow = typeof sessions.$inferSelect;

/** A session as its visitor reads it: the conversation, and nothing of the agent, the model, the costs or the team. */
export async function viewForVisitor(
  db: Reader,
  { app, link }: Visit,
  session: SessionRow,
): Promise<z.input<typeof sessionSchema>> {
  const { id, name, appId, dateCreated, dateUpdated, status, lastRun, previewText, messageCount, lastSeq } = session;
  const [icon] = app.iconId
    ? await db
        .select({ filename: assets.filename })
        .from(assets)
        .where(and(eq(assets.teamId, link.teamId), eq(assets.id, app.iconId)))
    : [];
  const asked = await askedOf(db, session);
  const missing = asked.some(({ required, given }) => required && !given);
  return {
    ...{ _id: id, name, orgId: "", teamId: link.teamId, startDate: dateCreated, lastUpdatedDate: dateUpdated },
    ...{
      appId,
      appName: app.name,
      appType: app.type,
      agentName: null,
      agentIcon: null,
      createdBy: null,
      createdByName: null,
    },
    app: {
      conversationStarters: app.chatConfig?.conversationStarters ?? [],
      maxMessages: session.maxMessages,
      icon: icon ?? null,
      exists: true,
      variables: missing ? asked.map((one) => ({ ...one, defaultValue: "" })) : [],
    },
    ...{ sharingConfig: { mode: app.sharingConfig.mode, emails: [] }, status, trigger: "chat", variables: {} },
    lastRun: lastRun && { status: lastRun.status, reason: visitorReason(lastRun.status, lastRun.reason, lastRun.asks) },
    usage: { inputTokens: 0, outputTokens: 0, costUsd: null },
    ...{ previewText, messageCount, lastSeq },
  };
}

/** What a visitor gives values for: only what they are asked, as any other name would change the agent's prompts. */
export async function askedValues(
  db: Reader,
  session: SessionRow,
  sent: Record<string, string> | undefined,
): Promise<Pick<SessionRow, "variables" | "secretVariables"> | undefined> {
  if (!sent) return undefined;
  const asked = new Set((await askedOf(db, session)).map(({ name }) => name));
  const given = Object.entries(sent).filter(([name, value]) => asked.has(name) && value !== "");
  return mergeValues(db, session, Object.fromEntries(given));
}

const unavailable = "This app cannot answer at the moment. Tell whoever gave you the link.";

/** With whose rights a visitor's run works: the app's creator's. Throws once they have left the team. */
export async function requirePrincipal(db: Reader, { app, link }: Visit): Promise<string> {
  const [creator] = app.createdBy
    ? await db
        .select({ id: accounts.id, root: accounts.root })
        .from(accounts)
        .where(and(eq(accounts.id, app.createdBy), isNull(accounts.dateClosed)))
    : [];
  const member = creator && (await membershipOf(db, creator, link.teamId));
  if (!creator || !member?.row) throw new AppError("conflict", unavailable);
  return creator.id;
}

/** A refusal that names what the run waits for would name the app's tools. */
export function withoutInside(error: unknown): never {
  if (error instanceof AppError && error.extra.data?.inputRequests)
    throw new AppError("conflict", "A question of this conversation is still open. Answer it or stop first.");
  throw error;
}
