import { and, asc, eq, notInArray } from "drizzle-orm";
import { escapeMarkdown, notify } from "../../access/notifications/service";
import { type Db, openDatabase } from "../../platform/db/client";
import { toolRevisions, tools } from "../../platform/db/tables/tools";
import { log } from "../../platform/log/log";
import { singleton } from "../../platform/process/registry";
import type { ToolRow } from "../references/tools";
import { storeCheck } from "./actions";
import { openRevision, type RevisionRow } from "./revisions";
import { checkAgainNow } from "./save";
import type { CheckResult } from "./types/kind";

const batchSize = 20;

/** Revisions being checked by this process. */
const checkedRevisions = () => singleton("tool-checks", () => new Set<string>());

interface SavedRevision {
  teamId: string;
  revisionId: string;
}

/** Stores the result of a check that outlasted the save, and notifies the team of problems. */
export async function checkInBackground(saved: SavedRevision, later?: Promise<CheckResult>): Promise<void> {
  if (later) void checkUnlessRunning((await openDatabase()).db, saved, later);
}

async function checkUnlessRunning(
  db: Db,
  { teamId, revisionId }: SavedRevision,
  later: Promise<CheckResult>,
): Promise<void> {
  checkedRevisions().add(revisionId);
  try {
    const found = await later.catch((error): CheckResult => {
      log().error({ err: error, revisionId }, "a tool could not be checked");
      return { status: { state: "error", stateMessage: "The tool couldn't be checked. Save it again." } };
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
      if (!tool || found.status.state !== "error") return;
      await notify(tx, {
        to: "team",
        teamId,
        type: "tool",
        tone: "warning",
        key: `tool:${tool.id}`,
        title: "Tool unavailable",
        description: `${escapeMarkdown(tool.name)}: ${escapeMarkdown(found.status.stateMessage)}`,
        link: `/${teamId}/tool/${tool.id}`,
      });
    });
  } catch (error) {
    log().error({ err: error, revisionId }, "the result of a tool check was not saved");
  } finally {
    checkedRevisions().delete(revisionId);
  }
}

/** Repeats checks that were interrupted by the end of their process. Resolves when all are stored. */
export async function checkPending(db: Db): Promise<void> {
  const rows = await db
    .select({ revision: toolRevisions, tool: tools })
    .from(toolRevisions)
    .innerJoin(tools, eq(tools.id, toolRevisions.toolId))
    .where(and(eq(toolRevisions.state, "pending"), notInArray(toolRevisions.id, [...checkedRevisions(), ""])))
    .orderBy(asc(toolRevisions.date))
    .limit(batchSize);
  const checkRow = async ({ revision, tool }: { revision: RevisionRow; tool: typeof tools.$inferSelect }) => {
    const saved = { teamId: tool.teamId, revisionId: revision.id };
    await checkUnlessRunning(db, saved, checkAgainNow(db, tool.teamId, openRevision(tool as ToolRow, revision)));
  };
  await Promise.all(rows.map(checkRow));
}
