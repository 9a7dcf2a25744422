import { and, eq, inArray } from "drizzle-orm";
import type { Issue } from "@/lib/contract/base/error";
import type { Reader } from "../../platform/db/client";
import { agentRevisions } from "../../platform/db/tables/agent-revisions";
import { agents } from "../../platform/db/tables/agents";

/** Returns an issue for each agent pinned to a revision that it does not have. Revisions are deleted only with their agent. */
export async function findAgentPinIssues(
  db: Reader,
  teamId: string,
  pins: Record<string, number> = {},
): Promise<Issue[]> {
  const ids = Object.keys(pins);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ agentId: agents.id, number: agentRevisions.number })
    .from(agentRevisions)
    .innerJoin(agents, eq(agents.id, agentRevisions.ownerId))
    .where(
      and(eq(agents.teamId, teamId), inArray(agents.id, ids), inArray(agentRevisions.number, Object.values(pins))),
    );
  return Object.entries(pins).flatMap(([id, pin]) =>
    rows.some(({ agentId, number }) => agentId === id && number === pin)
      ? []
      : [{ path: `agentRevisions.${id}`, message: "This revision doesn't exist or is no longer available." }],
  );
}
