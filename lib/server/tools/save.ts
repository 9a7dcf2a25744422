import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Issue } from "@/lib/contract/error";
import type { Defined } from "@/lib/contract/tool-kinds/all";
import type { Db, Tx } from "../db/client";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { knownNames } from "../variables/service";
import { type Confirmed, invalidDefinition, mergeDefinition, parseDefinition, sameDefinition } from "./definition";
import type { ToolRow } from "./queries";
import {
  appliedColumns,
  appliedOf,
  insertRevision,
  type Loaded,
  newestOf,
  newRevisionId,
  openRevision,
  type RevisionRow,
  revisionOf,
} from "./revisions";
import { mayReadSecrets, requireVariables, withConfirmed } from "./secret-variables";
import { toolRevisions, tools } from "./table";
import { kindOf } from "./types/all";
import type { Checked, Standing } from "./types/kind";

/** What takes longer to look at is saved, and looked at on. */
const patienceMs = 8_000;
const lookMs = 60_000;

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
  { type, definition, confirmed, sent }: Confirmed,
  signal: AbortSignal,
): Promise<Prepared> {
  const kind = kindOf(type);
  const kept = kind.stored ? await kind.stored(definition, teamId, signal) : definition;
  const read = (prepared: unknown) => ({ type, definition: kept, prepared, confirmed, sent }) as Loaded;
  // What goes on after the answer must not end with the request.
  const left = new AbortController();
  const leave = () => left.abort(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  const looking = lookAt(db, teamId, { type, definition: kept } as Defined, left.signal);
  const slow = sleep(patienceMs, null, { ref: false });
  const first = await Promise.race([looking, slow]).finally(() => signal.removeEventListener("abort", leave));
  if (Array.isArray(first)) throw invalidDefinition(first);
  if (first) return { defined: read(first.prepared), standing: first.standing };
  const later = looking.then(asStanding);
  // Whoever saves nothing does not wait for it.
  later.catch(() => undefined);
  return {
    defined: read(null),
    standing: { state: "pending", stateMessage: "It is still being checked." },
    later,
  };
}

const lookAt = (db: Db, teamId: string, { type, definition }: Defined, signal: AbortSignal) =>
  kindOf(type).check(db, teamId, definition, AbortSignal.any([signal, AbortSignal.timeout(lookMs)]));

/** Looks once more at what is saved already: what is wrong with it is how it stands. */
export const lookAgain = async (db: Db, teamId: string, defined: Defined): Promise<Checked> =>
  asStanding(await lookAt(db, teamId, defined, new AbortController().signal));

function asStanding(found: Issue[] | Checked): Checked {
  if (!Array.isArray(found)) return found;
  return { standing: { state: "error", stateMessage: found[0]?.message ?? "This cannot be used." } };
}

/** Whoever sends a definition. */
type Sender = Pick<TeamCallContext, "db" | "teamId" | "permissions">;

/** The definition that a form for a stored tool means. Throws 400 at its fields, 403 for secrets that are not the sender's. */
export async function readDefinition(
  { db, teamId, permissions }: Sender,
  tool: ToolRow,
  sent: unknown,
  basedOn = tool.revisionId,
): Promise<Confirmed> {
  const { revision } = await revisionOf(db, teamId, basedOn, tool.id);
  const stored = openRevision(tool, revision);
  const merged = mergeDefinition(parseDefinition(tool.type, sent), stored, mayReadSecrets(permissions));
  const defined = withConfirmed(merged, stored);
  await requireVariables(db, teamId, defined);
  return defined;
}

/** The same of a tool that is not stored yet. */
export async function newDefinition({ db, teamId, permissions }: Sender, sent: Defined): Promise<Confirmed> {
  const defined = withConfirmed(mergeDefinition(sent, undefined, mayReadSecrets(permissions)), undefined);
  await requireVariables(db, teamId, defined);
  return defined;
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
  const applied = await appliedColumns(tx, teamId, id, defined, standing);
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
 * newest, is not saved again, unless that would say to somebody who may not read stored secrets that they have guessed one.
 * Answers the revision, and what changes in the tool's row.
 */
export async function saveRevision(tx: Tx, tool: ToolRow, { defined, standing }: Prepared, { apply, ...sent }: Saving) {
  const applied = await appliedOf(tx, tool);
  const newest = await newestOf(tx, tool);
  const { teamId, id: toolId } = tool;
  const changeFor = (id: string) => appliedColumns(tx, teamId, id, defined, standing);
  const isGuess = defined.sent?.entered === true && !defined.sent.mayRead;
  const same = (row?: RevisionRow) => row !== undefined && sameDefinition(openRevision(tool, row), defined);
  const known = isGuess ? undefined : [applied.row, newest].find(same);
  if (known) {
    await setStanding(tx, known.id, standing);
    const confirmedNames = await knownNames(tx, teamId, [...known.confirmedNames, ...defined.confirmed]);
    await tx.update(toolRevisions).set({ confirmedNames }).where(eq(toolRevisions.id, known.id));
    const used = apply || known.id === tool.revisionId;
    return { revisionId: known.id, change: used ? await changeFor(known.id) : {} };
  }
  const id = newRevisionId();
  const number = tool.lastRevision + 1;
  await insertRevision(tx, { teamId, toolId, id, number, defined, standing, ...sent });
  return { revisionId: id, change: { lastRevision: number, ...(apply && (await changeFor(id))) } };
}

export const setStanding = (tx: Tx, id: string, standing: Standing) =>
  tx
    .update(toolRevisions)
    .set({ stateMessage: null, ...standing })
    .where(eq(toolRevisions.id, id));

/** The revision as it would be applied now. Throws 409 where it cannot be. */
export async function prepareStored(
  db: Db,
  teamId: string,
  defined: Confirmed,
  signal: AbortSignal,
): Promise<Prepared> {
  try {
    return await prepare(db, teamId, defined, signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("conflict", `This revision cannot be applied: ${error.message}`);
  }
}
