import { setTimeout as sleep } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import type { Defined } from "@/lib/contract/tool-kinds/all";
import type { Db, Tx } from "../db/client";
import { AppError } from "../http/errors";
import { log } from "../log";
import { notify, plain } from "../notifications/service";
import { invalidDefinition, mergeDefinition, parseDefinition, sameDefinition } from "./definition";
import type { ToolRow } from "./queries";
import {
  appliedColumns,
  appliedOf,
  insertRevision,
  type Loaded,
  newestOf,
  newRevisionId,
  openRevision,
  revisionOf,
} from "./revisions";
import { toolRevisions, tools } from "./table";
import { kindOf } from "./types/all";
import type { Checked, Standing } from "./types/kind";

/** What takes longer to look at is saved, and looked at on. */
const patienceMs = 8_000;

export interface Prepared {
  defined: Loaded;
  standing: Standing;
  /** Goes on after the save where looking takes long. */
  later?: Promise<Checked>;
}

/** Looks at a definition without running anything of it. Throws 400 at its fields. */
export async function prepare(
  db: Db,
  teamId: string,
  { type, definition }: Defined,
  signal: AbortSignal,
): Promise<Prepared> {
  const kind = kindOf(type);
  const kept = kind.stored ? await kind.stored(definition, signal) : definition;
  const looking = kind.check(db, teamId, kept, signal);
  const read = (prepared: unknown) => ({ type, definition: kept, prepared }) as Loaded;
  const first = await Promise.race([looking, sleep(patienceMs, null, { ref: false })]);
  if (Array.isArray(first)) throw invalidDefinition(first);
  if (first) return { defined: read(first.prepared), standing: first.standing };
  const later = looking.then((found): Checked => {
    if (!Array.isArray(found)) return found;
    return { standing: { state: "error", stateMessage: found[0]?.message ?? "This cannot be used." } };
  });
  return {
    defined: read(null),
    standing: { state: "pending", stateMessage: "The code is still being checked." },
    later,
  };
}

/** The definition that a form for a stored tool means. Throws 400 at its fields. */
export async function readDefinition(
  db: Db,
  tool: ToolRow,
  sent: unknown,
  basedOn = tool.revisionId,
): Promise<Defined> {
  const { revision } = await revisionOf(db, tool.teamId, basedOn, tool.id);
  return mergeDefinition(parseDefinition(tool.type, sent), openRevision(tool, revision));
}

/** Writes a tool with its first revision, which is applied. */
export async function insertTool(
  tx: Tx,
  row: Omit<typeof tools.$inferInsert, "revisionId" | "state" | "functionName" | "type">,
  { defined, standing }: Prepared,
  { functionName, note, accountId }: { functionName: string; note?: string | undefined; accountId: string },
): Promise<string> {
  const { id: toolId, teamId } = row;
  const id = newRevisionId();
  const applied = appliedColumns(id, defined, standing);
  await tx.insert(tools).values({ ...row, type: defined.type, functionName, createdBy: accountId, ...applied });
  await insertRevision(tx, { teamId, toolId, id, number: 1, defined, standing, note, accountId });
  return id;
}

export interface Saving {
  accountId: string;
  note?: string | undefined;
  apply: boolean;
}

/**
 * Saves a definition as the tool's newest revision; the tool's row is held. One that is there already, applied or the
 * newest, is not saved again. Answers the revision, and what changes in the tool's row.
 */
export async function saveRevision(tx: Tx, tool: ToolRow, { defined, standing }: Prepared, { apply, ...sent }: Saving) {
  const applied = await appliedOf(tx, tool);
  const newest = await newestOf(tx, tool);
  const known = [applied.row, newest].find((row) => row && sameDefinition(openRevision(tool, row), defined));
  if (known) {
    await setStanding(tx, known.id, standing);
    const used = apply || known.id === tool.revisionId;
    return { revisionId: known.id, change: used ? appliedColumns(known.id, defined, standing) : {} };
  }
  const id = newRevisionId();
  const number = tool.lastRevision + 1;
  await insertRevision(tx, { teamId: tool.teamId, toolId: tool.id, id, number, defined, standing, ...sent });
  return { revisionId: id, change: { lastRevision: number, ...(apply && appliedColumns(id, defined, standing)) } };
}

const setStanding = (tx: Tx, id: string, standing: Standing) =>
  tx
    .update(toolRevisions)
    .set({ stateMessage: null, ...standing })
    .where(eq(toolRevisions.id, id));

/** Writes what came of a look that took longer than the save, and tells the team where it found something. */
export function settleLater(
  db: Db,
  { teamId, revisionId }: { teamId: string; revisionId: string },
  later?: Promise<Checked>,
) {
  if (!later) return;
  const settle = async () => {
    const { standing, prepared } = await later.catch((error): Checked => {
      log().error({ err: error, revisionId }, "a tool could not be checked");
      return { standing: { state: "error", stateMessage: "It could not be checked. Save it again." } };
    });
    await db.transaction(async (tx) => {
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
  };
  void settle().catch((error) =>
    log().error({ err: error, revisionId }, "what a check of a tool found was not written"),
  );
}

/** The revision as it would be applied now. Throws 409 where it cannot be. */
export async function prepareStored(db: Db, teamId: string, defined: Defined, signal: AbortSignal): Promise<Prepared> {
  try {
    return await prepare(db, teamId, defined, signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("conflict", `This revision cannot be applied: ${error.message}`);
  }
}
