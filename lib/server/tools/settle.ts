import { and, asc, eq, notInArray } from "drizzle-orm";
import type { Db } from "../db/client";
import { log } from "../log";
import { notify, plain } from "../notifications/service";
import { singleton } from "../registry";
import type { ToolRow } from "./queries";
import { openRevision, type RevisionRow } from "./revisions";
import { lookAgain, setStanding } from "./save";
import { toolRevisions, tools } from "./table";
import type { Checked } from "./types/kind";

const everyMs = 60_000;
const atOnce = 20;

/** Revisions that this process looks at. */
const looking = () => singleton("tool-checks", () => new Set<string>());

interface Saved {
  teamId: string;
  revisionId: string;
}

/** Writes what came of a look that took longer than the save, and tells the team where it found something. */
export function settleLater(db: Db, saved: Saved, later?: Promise<Checked>): void {
  if (later) void settled(db, saved, later);
}

async function settled(db: Db, { teamId, revisionId }: Saved, later: Promise<Checked>): Promise<void> {
  looking().add(revisionId);
  try {
    const { standing, prepared } = await later.catch((error): Checked => {
      log().error({ err: error, revisionId }, "a tool could not be checked");
      return { standing: { state: "error", stateMessage: "It could not be checked. Save it again." } };
    });
    await db.transaction(async (tx) => {
      // Whoever changes a revision holds its tool's row first.
      const own = and(eq(toolRevisions.toolId, tools.id), eq(toolRevisions.id, revisionId));
      const [held] = await tx
        .select({ id: tools.id })
        .from(tools)
        .innerJoin(toolRevisions, own)
        .where(eq(tools.teamId, teamId))
        .for("update", { of: tools });
      if (!held) return;
      await setStanding(tx, revisionId, standing);
      if (prepared !== undefined)
        await tx.update(toolRevisions).set({ prepared }).where(eq(toolRevisions.id, revisionId));
      const [tool] = await tx
        .update(tools)
        .set({ stateMessage: null, ...standing })
        .where(and(eq(tools.teamId, teamId), eq(tools.revisionId, revisionId)))
        .returning({ id: tools.id, name: tools.name });
      if (!tool || standing.state !== "error") return;
      await notify(tx, {
        ...{ to: "team", teamId, type: "tool", tone: "warning", key: `tool:${tool.id}` },
        title: "A tool cannot be used",
        description: `${plain(tool.name)}: ${plain(standing.stateMessage)}`,
        link: `/${teamId}/tool/${tool.id}`,
      });
    });
  } catch (error) {
    log().error({ err: error, revisionId }, "what a check of a tool found was not written");
  } finally {
    looking().delete(revisionId);
  }
}

/** Looks again at what was still being checked when the process that did so ended. Ends once all of it is written. */
export async function settlePending(db: Db): Promise<void> {
  const rows = await db
    .select({ revision: toolRevisions, tool: tools })
    .from(toolRevisions)
    .innerJoin(tools, eq(tools.id, toolRevisions.toolId))
    .where(and(eq(toolRevisions.state, "pending"), notInArray(toolRevisions.id, [...looking(), ""])))
    .orderBy(asc(toolRevisions.date))
    .limit(atOnce);
  const look = async ({ revision, tool }: { revision: RevisionRow; tool: typeof tools.$inferSelect }) => {
    const saved = { teamId: tool.teamId, revisionId: revision.id };
    await settled(db, saved, lookAgain(db, tool.teamId, openRevision(tool as ToolRow, revision)));
  };
  await Promise.all(rows.map(look));
}

/** The same, at its start and then every minute, beside whatever else the clock does. */
export function pendingChecks(): (db: Db) => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async (db) => {
    if (performance.now() - last < everyMs) return;
    last = performance.now();
    settlePending(db).catch((error: unknown) => log().warn({ err: error }, "looking again at tools failed"));
  };
}
