import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { sessionSchema } from "@/lib/contract/sessions/schemas";
import { findMembership } from "../../access/auth/membership";
import { findShownName, type Visit } from "../../access/auth/visitor";
import { listRequiredVariables } from "../../engine/runs/context/required-variables";
import { toVisitorReason } from "../../engine/runs/log/visitor-events";
import type { Reader } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { assets } from "../../platform/db/tables/assets";
import type { sessions } from "../../platform/db/tables/sessions";
import { AppError } from "../../platform/errors/errors";
import { findWebsiteVisits } from "./website-visits";

type SessionRow = typeof sessions.$inferSelect;

/** Returns a session for its visitor: the conversation without agent, model, costs or team. */
export async function viewForVisitor(
  db: Reader,
  visit: Visit,
  session: SessionRow,
): Promise<z.input<typeof sessionSchema>> {
  const { app, link } = visit;
  const { id, name, appId, dateCreated, dateUpdated, status, lastRun, previewText, messageCount, lastSeq } = session;
  const iconId = link.iconId ?? app.iconId;
  const [icon] = iconId
    ? await db
        .select({ filename: assets.filename })
        .from(assets)
        .where(and(eq(assets.teamId, link.teamId), eq(assets.id, iconId)))
    : [];
  const asked = await listRequiredVariables(db, session);
  const missing = asked.some(({ required, given }) => required && !given);
  return {
    _id: id,
    name,
    orgId: "",
    teamId: link.teamId,
    startDate: dateCreated,
    lastUpdatedDate: dateUpdated,
    appId,
    appName: findShownName(visit),
    appType: app.type,
    agentName: null,
    agentIcon: null,
    createdBy: null,
    createdByName: null,
    app: {
      conversationStarters: app.chatConfig?.conversationStarters ?? [],
      maxMessages: session.maxMessages,
      icon: icon ?? null,
      exists: true,
      variables: missing ? asked.map((one) => ({ ...one, defaultValue: "" })) : [],
    },
    sharingConfig: { mode: app.sharingConfig.mode, emails: [] },
    status,
    trigger: "chat",
    variables: {},
    lastRun: lastRun && {
      status: lastRun.status,
      reason: toVisitorReason(lastRun.status, lastRun.reason, lastRun.asks),
    },
    usage: { inputTokens: 0, outputTokens: 0, costUsd: null },
    previewText,
    messageCount,
    lastSeq,
  };
}

const unavailableText = "This app is unavailable right now. Contact the person who shared the link.";

/** Returns the account whose rights a visitor's run has: the app's creator, or the publication's. Throws if they have left the team. */
export async function requirePrincipal(db: Reader, { app, link }: Visit): Promise<string> {
  const website = findWebsiteVisits({ link });
  if (website) return website.findPrincipal(db, { link });
  const [creator] = app.createdBy
    ? await db
        .select({ id: accounts.id, root: accounts.root })
        .from(accounts)
        .where(and(eq(accounts.id, app.createdBy), isNull(accounts.dateClosed)))
    : [];
  const member = creator && (await findMembership(db, creator, link.teamId));
  if (!creator || !member?.row) throw new AppError("conflict", unavailableText);
  return creator.id;
}

/** Removes details from an error that would reveal the app's tools. */
export function throwWithoutDetails(error: unknown): never {
  if (error instanceof AppError && error.extra.data?.inputRequests)
    throw new AppError("conflict", "This session is waiting for a response. Respond or cancel first.");
  throw error;
}
