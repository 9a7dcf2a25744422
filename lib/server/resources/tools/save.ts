import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Issue } from "@/lib/contract/base/error";
import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Db, Tx } from "../../platform/db/client";
import { toolRevisions } from "../../platform/db/tables/tools";
import { AppError } from "../../platform/errors/errors";
import type { ToolRow } from "../references/tools";
import { existingNames } from "../references/variables";
import { type Confirmed, invalidDefinition, parseDefinition, sameDefinition } from "./definition";
import { mergeDefinition } from "./merge-secrets";
import {
  appliedColumns,
  findNewestRevision,
  getAppliedRevision,
  getRevision,
  insertRevision,
  type Loaded,
  newRevisionId,
  openRevision,
  type RevisionRow,
} from "./revisions";
import { addConfirmedNames, mayReadSecrets, requireVariables } from "./secret-variables";
import { kindOf } from "./types/all";
import type { Checked, ToolStatus } from "./types/kind";

/** A longer check continues after the save. */
const patienceMs = 8_000;
const lookMs = 60_000;

export interface Prepared {
  defined: Loaded;
  standing: ToolStatus;
  /** Continues after the save when the check takes long. */
  later?: Promise<Checked>;
}

/** Validates a definition without running it. Throws 400 at its fields. */
export async function prepare(
  db: Db,
  teamId: string,
  { type, definition, confirmed, sent }: Confirmed,
  signal: AbortSignal,
): Promise<Prepared> {
  const kind = kindOf(type);
  const kept = kind.stored ? await kind.stored(definition, teamId, signal) : definition;
  const read = (prepared: unknown) => ({ type, definition: kept, prepared, confirmed, sent }) as Loaded;
  // The rest of the check must not end with the request.
  const left = new AbortController();
  const leave = () => left.abort(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  const looking = inspectDefinition(db, teamId, { type, definition: kept } as TypedDefinition, left.signal);
  const slow = sleep(patienceMs, null, { ref: false });
  const first = await Promise.race([looking, slow]).finally(() => signal.removeEventListener("abort", leave));
  if (Array.isArray(first)) throw invalidDefinition(first);
  if (first) return { defined: read(first.prepared), standing: first.standing };
  const later = looking.then(toStatus);
  // A dry run does not wait for it.
  later.catch(() => undefined);
  return {
    defined: read(null),
    standing: { state: "pending", stateMessage: "It is still being checked." },
    later,
  };
}

const inspectDefinition = (db: Db, teamId: string, { type, definition }: TypedDefinition, signal: AbortSignal) =>
  kindOf(type).check(db, teamId, definition, AbortSignal.any([signal, AbortSignal.timeout(lookMs)]));

/** Checks a saved definition again: problems become its status. */
export const recheck = async (db: Db, teamId: string, defined: TypedDefinition): Promise<Checked> =>
  toStatus(await inspectDefinition(db, teamId, defined, new AbortController().signal));

function toStatus(found: Issue[] | Checked): Checked {
  if (!Array.isArray(found)) return found;
  return { standing: { state: "error", stateMessage: found[0]?.message ?? "This cannot be used." } };
}

type Sender = Pick<TeamCallContext, "db" | "teamId" | "permissions">;

/**
 * The definition that a form for a stored tool results in. Throws 400 at its fields, 403 for secrets that the sender may not
 * use.
 */
export async function readDefinition(
  { db, teamId, permissions }: Sender,
  tool: ToolRow,
  sent: unknown,
  basedOn = tool.revisionId,
): Promise<Confirmed> {
  const { revision } = await getRevision(db, teamId, basedOn, tool.id);
  const stored = openRevision(tool, revision);
  const merged = mergeDefinition(parseDefinition(tool.type, sent), stored, mayReadSecrets(permissions));
  const defined = addConfirmedNames(merged, stored);
  await requireVariables(db, teamId, defined);
  return defined;
}

/** The same for a new tool. */
export async function newDefinition({ db, teamId, permissions }: Sender, sent: TypedDefinition): Promise<Confirmed> {
  const defined = addConfirmedNames(mergeDefinition(sent, undefined, mayReadSecrets(permissions)), undefined);
  await requireVariables(db, teamId, defined);
  return defined;
}

export interface Saving {
  accountId: string;
  note?: string | undefined;
  apply: boolean;
}

/**
 * Saves a definition as the tool's newest revision; the caller has locked the tool's row. A definition equal to the applied or
 * newest one is not saved again, unless that would confirm a guessed secret to someone who may not read it. Returns the
 * revision and the tool's changed columns.
 */
export async function saveRevision(tx: Tx, tool: ToolRow, { defined, standing }: Prepared, { apply, ...sent }: Saving) {
  const applied = await getAppliedRevision(tx, tool);
  const newest = await findNewestRevision(tx, tool);
  const { teamId, id: toolId } = tool;
  const changeFor = (id: string) => appliedColumns(tx, teamId, id, defined, standing);
  const isGuess = defined.sent?.entered === true && !defined.sent.mayRead;
  const same = (row?: RevisionRow) => row !== undefined && sameDefinition(openRevision(tool, row), defined);
  const known = isGuess ? undefined : [applied.row, newest].find(same);
  if (known) {
    await setStatus(tx, known.id, standing);
    const confirmedNames = await existingNames(tx, teamId, [...known.confirmedNames, ...defined.confirmed]);
    await tx.update(toolRevisions).set({ confirmedNames }).where(eq(toolRevisions.id, known.id));
    const used = apply || known.id === tool.revisionId;
    return { revisionId: known.id, change: used ? await changeFor(known.id) : {} };
  }
  const id = newRevisionId();
  const number = tool.lastRevision + 1;
  await insertRevision(tx, { teamId, toolId, id, number, defined, standing, ...sent });
  return { revisionId: id, change: { lastRevision: number, ...(apply && (await changeFor(id))) } };
}

export const setStatus = (tx: Tx, id: string, standing: ToolStatus) =>
  tx
    .update(toolRevisions)
    .set({ stateMessage: null, ...standing })
    .where(eq(toolRevisions.id, id));

/** The revision, validated for being applied now. Throws 409 when it cannot be. */
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
