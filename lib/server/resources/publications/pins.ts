import { and, eq } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { agentRevisions } from "../../platform/db/tables/agent-revisions";
import { appRevisions } from "../../platform/db/tables/app-revisions";
import type { apps } from "../../platform/db/tables/apps";
import type { publications } from "../../platform/db/tables/publications";

type Pin = Pick<typeof publications.$inferSelect, "revision" | "revisionOf">;
type PinnedApp = Pick<typeof apps.$inferSelect, "id" | "type" | "agentId">;

/** What the number of a revision belongs to: a chat's agent, or the process. */
export const findPinOwner = ({ id, type, agentId }: PinnedApp): string | null => (type === "chat" ? agentId : id);

/** Why a publication cannot run the revision to which it is pinned; undefined if it can. */
export async function findPinProblem(
  db: Reader,
  { revision, revisionOf }: Pin,
  app: PinnedApp,
): Promise<string | undefined> {
  if (revision === null) return undefined;
  const owner = findPinOwner(app);
  if (owner === null || owner !== revisionOf)
    return "The publication is pinned to a revision of an agent that the app no longer has. Choose another revision.";
  const table = app.type === "chat" ? agentRevisions : appRevisions;
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.ownerId, owner), eq(table.number, revision)));
  return found ? undefined : "This revision doesn't exist or is no longer available.";
}
