import { and, eq, sql } from "drizzle-orm";
import type { LockedLink, SharedApp } from "@/lib/contract/shares/schemas";
import { findAppVariables } from "../../engine/runs/context/app-variables";
import type { Reader } from "../../platform/db/client";
import { apps } from "../../platform/db/tables/apps";
import { assets } from "../../platform/db/tables/assets";
import type { shareLinks } from "../../platform/db/tables/shares";
import { notFound } from "../../platform/errors/errors";

type LinkRow = typeof shareLinks.$inferSelect;

/** Returns what visitors see of a link before they enter its password. */
export async function viewLockedLink(db: Reader, link: LinkRow): Promise<LockedLink> {
  const { teamId, iconId, displayName, accent, welcomeText } = link;
  const [icon] = iconId
    ? await db
        .select({ filename: assets.filename })
        .from(assets)
        .where(and(eq(assets.teamId, teamId), eq(assets.id, iconId)))
    : [];
  return {
    passwordRequired: true,
    name: displayName ?? undefined,
    icon,
    accent: accent ?? undefined,
    welcomeText: welcomeText ?? undefined,
  };
}

/** Returns the app as visitors see it: without agent, prompts or the team's values. */
export async function viewSharedApp(db: Reader, link: LinkRow, appId: string): Promise<SharedApp> {
  const { teamId, displayName, accent, welcomeText } = link;
  const [row] = await db
    .select({ app: apps, icon: assets.filename })
    .from(apps)
    .leftJoin(assets, and(eq(assets.teamId, apps.teamId), eq(assets.id, sql`coalesce(${link.iconId}, ${apps.iconId})`)))
    .where(and(eq(apps.teamId, teamId), eq(apps.id, appId)));
  if (!row) throw notFound("This link");
  const { app, icon } = row;
  const asked = await findAppVariables(db, app);
  return {
    shareId: link.id,
    appId,
    name: displayName ?? app.name,
    description: app.description,
    icon: icon ? { filename: icon } : null,
    accent,
    welcomeText,
    conversationStarters: app.chatConfig?.conversationStarters ?? [],
    variables: asked.map(({ name, description, secret, defaultValue }) => ({
      name,
      description,
      secret,
      required: !defaultValue,
    })),
  };
}
