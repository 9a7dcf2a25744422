import { maxLinkMessages, visitorMessagesPerDay } from "@/lib/constants/limits";
import type { Tx } from "../../platform/db/client";
import type { publications } from "../../platform/db/tables/publications";
import { shareLinks } from "../../platform/db/tables/shares";

type Place = Pick<typeof publications.$inferSelect, "id" | "teamId" | "appId">;

/**
 * Adds the link with which a website's visitors use the app, unless there is one. It admits visitors while the publication is on,
 * and is deleted with it.
 */
export async function ensureEmbedLink(tx: Tx, { id, teamId, appId }: Place, createdBy: string): Promise<void> {
  const limits = { visitorMessages: visitorMessagesPerDay, linkMessages: maxLinkMessages };
  await tx
    .insert(shareLinks)
    .values({ id, publicationId: id, teamId, appId, createdBy, ...limits })
    .onConflictDoNothing();
}
