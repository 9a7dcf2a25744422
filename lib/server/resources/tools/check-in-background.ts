import { and, asc, eq, notInArray } from "drizzle-orm";
import { notify, plain } from "../../access/notifications/service";
import type { Db } from "../../platform/db/client";
import { toolRevisions, tools } from "../../platform/db/tables/tools";
import { log } from "../../platform/log/log";
import { singleton } from "../../platform/process/registry";
import type { ToolRow } from "../references/tools";
import { storeCheck } from "./actions";
import { openRevision, type RevisionRow } from "./revisions";
import { recheck } from "./save";
import type { Checked } from "./types/kind";

const everyMs = 60_000;
const atOnce = 20;

/** Revisions being checked by this process. */
const looking = () => singleton("tool-checks", () => new Set<string>());

interface Saved {
  teamId: string;
  revisionId: string;
}

/** Stores the result of a check that outlasted the save, and notifies the team of problems. */
export function checkInBackground(db: Db, saved: Saved, later?: Promise<Checked>): void {
  if (later) void checksIdle(db, saved, later);
}

async function checksIdle(db: Db, { teamId, revisionId }: Saved, later: Promise<Checked>): Promise<void> {
  looking().add(revisionId);
  try {
    const found = await later.catch((error): Checked => {
      log().error({ err: error, revisionId }, "a tool could not be checked");
      return { standing: { state: "error", stateMessage: "It could not be checked. Save it again." } };
    });
    await db.transaction(async (tx) => {
      // Changing a revision locks its tool's row first.
      const own = and(eq(toolRevisions.toolId, tools.id), eq(toolRevisions.id, revisionId));
      const [held] = await tx
        .select({ id: tools.id })
        .from(tools)
        .innerJoin(toolRevisions, own)
        .where(eq(tools.teamId, teamId))
        .for("update", { of: tools });
      if (!held) return;
      const tool = await storeCheck(tx, { teamId, revisionId }, found);
      if (!tool || found.standing.state !== "error") return;
      await notify(tx, {
        to: "team",
        teamId,
        type: "tool",
        tone: "warning",
        key: `tool:${tool.id}`,
        title: "A tool cannot be used",
        description: `${plain(tool.name)}: ${plain(found.standing.stateMessage)}`,
        link: `/${teamId}/tool/${tool.id}`,
      });
    });
  } catch (error) {
    log().error({ err: error, revisionId }, "what a check of a tool found was not written");
  } finally {
    looking().delete(revisionId);
  }
}

/** Repeats checks that were interrupted by the end of their process. Resolves when all are stored. */
export async function checkPending(db: Db): Promise<void> {
  const rows = await db
    .select({ revision: toolRevisions, tool: tools })
    .from(toolRevisions)
    .innerJoin(tools, eq(tools.id, toolRevisions.toolId))
    .where(and(eq(toolRevisions.state, "pending"), notInArray(toolRevisions.id, [...looking(), ""])))
    .orderBy(asc(toolRevisions.date))
    .limit(atOnce);
  const look = async ({ revision, tool }: { revision: RevisionRow; tool: typeof tools.$inferSelect }) => {
    const saved = { teamId: tool.teamId, revisionId: revision.id };
    await checksIdle(db, saved, recheck(db, tool.teamId, openRevision(tool as ToolRow, revision)));
  };
  await Promise.all(rows.map(look));
}

/** The same at startup and every minute, independently of other periodic work. */
export function pendingChecks(): (db: Db) => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async (db) => {
    if (performance.now() - last < everyMs) return;
    last = performance.now();
    checkPending(db).catch((error: unknown) => log().warn({ err: error }, "looking again at tools failed"));
  };
}
