import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { maxListedRevisions } from "@/lib/constants/tools";
import { sameJson } from "@/lib/utils/json/same-json";
import type { Reader, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import type { defineRevisionTable } from "../../platform/db/tables/revision-table";
import { AppError, invalidField, notFound } from "../../platform/errors/errors";
import { type IdPrefix, newId } from "../../platform/ids/ids";

type RevisionTableOf<D extends object> = ReturnType<ReturnType<typeof defineRevisionTable<D>>>;
type RevisionTable = RevisionTableOf<object>;

interface NewRevision<D> {
  ownerId: string;
  number: number;
  definition: D;
  note?: string | undefined;
  createdBy: string;
}

/** Reads and writes the revisions of one kind of resource. Callers have checked that the resource belongs to the team. */
export function createRevisionStore<D extends object>(table: RevisionTable, prefix: IdPrefix) {
  const ofOwner = (ownerId: string) => eq(table.ownerId, ownerId);
  const isDraftOf = (ownerId: string) => and(ofOwner(ownerId), isNull(table.number));
  const isNumberedOf = (ownerId: string) => and(ofOwner(ownerId), isNotNull(table.number));
  const fields = { _id: table.id, number: table.number, note: table.note, author: accounts.name, date: table.date };
  const select = <F extends object>(db: Reader, more: F) =>
    db
      .select({ ...fields, ...more })
      .from(table)
      .leftJoin(accounts, eq(accounts.id, table.createdBy));

  return {
    async insert(tx: Tx, revision: NewRevision<D>): Promise<void> {
      await tx.insert(table).values({ ...revision, id: newId(prefix) });
    },

    /** Saves the draft, of which a resource has at most one. */
    async saveDraft(tx: Tx, ownerId: string, definition: D, createdBy: string): Promise<void> {
      const target = [table.ownerId, table.number];
      await tx
        .insert(table)
        .values({ id: newId(prefix), ownerId, definition, createdBy })
        .onConflictDoUpdate({ target, set: { definition, createdBy, date: new Date() } });
    },

    async deleteDraft(tx: Tx, ownerId: string): Promise<void> {
      await tx.delete(table).where(isDraftOf(ownerId));
    },

    async findDraft(db: Reader, ownerId: string) {
      const [row] = await select(db, { definition: table.definition }).where(isDraftOf(ownerId));
      return row ? { definition: row.definition as D, author: row.author, date: row.date } : null;
    },

    /** Newest first, without the draft. */
    async list(db: Reader, { id, revision }: Owner) {
      const rows = await select(db, {}).where(isNumberedOf(id)).orderBy(desc(table.number)).limit(maxListedRevisions);
      return rows.map((row) => toView(row, revision));
    },

    /** Throws 404 for the draft too. */
    async get(db: Reader, { id, revision }: Owner, revisionId: string) {
      const [row] = await select(db, { definition: table.definition }).where(
        and(isNumberedOf(id), eq(table.id, revisionId)),
      );
      if (!row) throw notFound("This revision");
      return { ...toView(row, revision), definition: row.definition as D };
    },
  };
}

/** A revision's content, and where it comes from. */
interface RevisionContent<D> {
  definition: D;
  /** Null: the draft. */
  number: number | null;
  /** For people. */
  label: string;
}

/** Which content of a resource. Default: the applied one. */
export interface RevisionChoice {
  draft?: boolean | undefined;
  /** The number of a revision. */
  revision?: number | undefined;
}

/** The content of the draft, of a revision, or of the applied one. Throws 400 or 409 if there is none. */
export async function getRevisionContent<D extends object>(
  db: Reader,
  table: RevisionTableOf<D>,
  { id, revision: applied }: Owner,
  { draft, revision }: RevisionChoice,
): Promise<RevisionContent<D>> {
  const number = draft ? null : (revision ?? applied ?? 1);
  const isChosen = number === null ? isNull(table.number) : eq(table.number, number);
  const [found] = await db
    .select({ definition: table.definition })
    .from(table)
    .where(and(eq(table.ownerId, id), isChosen));
  if (!found && draft) throw new AppError("conflict", "There is no draft to test.");
  if (!found) throw invalidField("revision", "This revision doesn't exist.");
  return { definition: found.definition as D, number, label: number === null ? "Draft" : `Revision ${number}` };
}

type RevisionStore<D extends object> = ReturnType<typeof createRevisionStore<D>>;

/** A resource, with the number of its applied revision. */
export interface Owner {
  id: string;
  revision: number | null;
}

const toView = <R extends { number: number | null }>({ number, ...row }: R, applied: number | null) => ({
  ...row,
  number: number ?? 0,
  applied: number === applied,
});

interface Source<D, R> {
  owner: Owner;
  /** An earlier revision; otherwise the draft is applied. */
  revisionId: string | undefined;
  /** Locks what the definition refers to, and then the resource. */
  lock(definition: D): Promise<R>;
  /** The error for someone else's simultaneous change. */
  changed(): Promise<AppError>;
}

/** Locks a resource to apply its draft or an earlier revision, and returns both. Throws 409 when there is no draft. */
export async function lockToApply<D extends object, R>(
  store: RevisionStore<D>,
  tx: Tx,
  { owner, revisionId, lock, changed }: Source<D, R>,
): Promise<{ row: R; definition: D }> {
  const read = async () =>
    (revisionId ? await store.get(tx, owner, revisionId) : await store.findDraft(tx, owner.id))?.definition;
  // What it refers to is locked before the resource.
  const first = await read();
  if (!first) throw new AppError("conflict", "There is no draft to apply.");
  const row = await lock(first);
  const definition = await read();
  if (!definition || !sameJson(first, definition)) throw await changed();
  if (!revisionId) await store.deleteDraft(tx, owner.id);
  return { row, definition };
}

interface Change<D> {
  owner: Owner;
  applied: D;
  definition: D;
  note: string | undefined;
  createdBy: string;
}

/** Stores a definition as the next revision, unless it is the applied one. Returns the number of the one that is applied then. */
export async function addRevision<D extends object>(
  store: RevisionStore<D>,
  tx: Tx,
  { owner, applied, definition, note, createdBy }: Change<D>,
): Promise<number> {
  const current = owner.revision ?? 0;
  if (current > 0 && sameJson(definition, applied)) return current;
  const number = current + 1;
  await store.insert(tx, { ownerId: owner.id, number, definition, note, createdBy });
  return number;
}
