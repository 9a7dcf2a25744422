import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Issue } from "@/lib/contract/base/error";
import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Reader, Tx } from "../../platform/db/client";
import { toolRevisions } from "../../platform/db/tables/tools";
import { AppError } from "../../platform/errors/errors";
import type { ToolRow } from "../references/tools";
import { findExistingNames } from "../references/variables";
import { type ConfirmedDefinition, createDefinitionError, isEqualDefinition, parseDefinition } from "./definition";
import { mergeDefinition } from "./merge-secrets";
import {
  findNewestRevision,
  getAppliedRevision,
  getRevision,
  insertRevision,
  type LoadedDefinition,
  newRevisionId,
  openRevision,
  type RevisionRow,
  toAppliedColumns,
} from "./revisions";
import { addConfirmedNames, canReadSecrets, requireVariables } from "./secret-variables";
import { getToolImplementation } from "./types/all";
import type { CheckResult, ToolStatus } from "./types/kind";

/** A longer check continues after the save. */
const patienceMs = 8_000;
const checkMs = 60_000;

export interface PreparedDefinition {
  defined: LoadedDefinition;
  status: ToolStatus;
  /** Continues after the save when the check takes long. */
  later?: Promise<CheckResult>;
}

/** Validates a definition without running it. Throws 400 at its fields. */
export async function prepare(
  db: Reader,
  teamId: string,
  { type, definition, confirmed, sent }: ConfirmedDefinition,
  signal: AbortSignal,
): Promise<PreparedDefinition> {
  const kind = getToolImplementation(type);
  const kept = kind.stored ? await kind.stored(definition, teamId, signal) : definition;
  const read = (prepared: unknown) => ({ type, definition: kept, prepared, confirmed, sent }) as LoadedDefinition;
  // The rest of the check must not end with the request.
  const left = new AbortController();
  const leave = () => left.abort(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  const checking = inspectDefinition(db, teamId, { type, definition: kept } as TypedDefinition, left.signal);
  const slow = sleep(patienceMs, null, { ref: false });
  const first = await Promise.race([checking, slow]).finally(() => signal.removeEventListener("abort", leave));
  if (Array.isArray(first)) throw createDefinitionError(first);
  if (first) return { defined: read(first.prepared), status: first.status };
  const later = checking.then(toToolStatus);
  // Not awaited in a dry run.
  later.catch(() => undefined);
  return {
    defined: read(null),
    status: { state: "pending", stateMessage: "The tool is still being checked." },
    later,
  };
}

const inspectDefinition = (db: Reader, teamId: string, { type, definition }: TypedDefinition, signal: AbortSignal) =>
  getToolImplementation(type).check(db, teamId, definition, AbortSignal.any([signal, AbortSignal.timeout(checkMs)]));

/** Checks a saved definition again: problems become its status. */
export const checkAgainNow = async (db: Reader, teamId: string, defined: TypedDefinition): Promise<CheckResult> =>
  toToolStatus(await inspectDefinition(db, teamId, defined, new AbortController().signal));

function toToolStatus(found: Issue[] | CheckResult): CheckResult {
  if (!Array.isArray(found)) return found;
  return { status: { state: "error", stateMessage: found[0]?.message ?? "This tool can't be used." } };
}

type Sender = Pick<TeamCallContext, "db" | "teamId" | "permissions">;

/**
 * Returns the definition resulting from a stored tool's form. Throws 400 at its fields, 403 for secrets that the sender
 * cannot use.
 */
export async function readDefinition(
  { db, teamId, permissions }: Sender,
  tool: ToolRow,
  sent: unknown,
  basedOn = tool.revisionId,
): Promise<ConfirmedDefinition> {
  const { revision } = await getRevision(db, teamId, basedOn, tool.id);
  const stored = openRevision(tool, revision);
  const merged = mergeDefinition(parseDefinition(tool.type, sent), stored, canReadSecrets(permissions));
  const defined = addConfirmedNames(merged, stored);
  await requireVariables(db, teamId, defined);
  return defined;
}

/** The same for a new tool. */
export async function newDefinition(
  { db, teamId, permissions }: Sender,
  sent: TypedDefinition,
): Promise<ConfirmedDefinition> {
  const defined = addConfirmedNames(mergeDefinition(sent, undefined, canReadSecrets(permissions)), undefined);
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
export async function saveRevision(
  tx: Tx,
  tool: ToolRow,
  { defined, status }: PreparedDefinition,
  { apply, ...sent }: Saving,
) {
  const applied = await getAppliedRevision(tx, tool);
  const newest = await findNewestRevision(tx, tool);
  const { teamId, id: toolId } = tool;
  const changeFor = (id: string) => toAppliedColumns(tx, teamId, id, defined, status);
  const isGuess = defined.sent?.entered === true && !defined.sent.canRead;
  const same = (row?: RevisionRow) => row !== undefined && isEqualDefinition(openRevision(tool, row), defined);
  const known = isGuess ? undefined : [applied.row, newest].find(same);
  if (known) {
    await setStatus(tx, known.id, status);
    const confirmedNames = await findExistingNames(tx, teamId, [...known.confirmedNames, ...defined.confirmed]);
    await tx.update(toolRevisions).set({ confirmedNames }).where(eq(toolRevisions.id, known.id));
    const used = apply || known.id === tool.revisionId;
    return { revisionId: known.id, change: used ? await changeFor(known.id) : {} };
  }
  const id = newRevisionId();
  const number = tool.lastRevision + 1;
  await insertRevision(tx, { teamId, toolId, id, number, defined, status, ...sent });
  return { revisionId: id, change: { lastRevision: number, ...(apply && (await changeFor(id))) } };
}

export const setStatus = (tx: Tx, id: string, status: ToolStatus) =>
  tx
    .update(toolRevisions)
    .set({ stateMessage: null, ...status })
    .where(eq(toolRevisions.id, id));

/** The revision, validated for being applied now. Throws 409 when it cannot be. */
export async function prepareStored(
  db: Reader,
  teamId: string,
  defined: ConfirmedDefinition,
  signal: AbortSignal,
): Promise<PreparedDefinition> {
  try {
    return await prepare(db, teamId, defined, signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("conflict", `This revision can't be applied: ${error.message}`);
  }
}
