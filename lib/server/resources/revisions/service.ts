import { and, desc, eq, isNotNull, isNull, max } from "drizzle-orm";
import { maxListedRevisions } from "@/lib/constants/tools";
import type { Reader, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import type { defineRevisionTable } from "../../platform/db/tables/revision-table";
import type { Rollout } from "../../platform/db/tables/rollout";
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

    /** The number of the next revision. The owner is locked. */
    async findNextNumber(tx: Tx, ownerId: string): Promise<number> {
      const [newest] = await tx
        .select({ number: max(table.number) })
        .from(table)
        .where(ofOwner(ownerId));
      return (newest?.number ?? 0) + 1;
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
    async list(db: Reader, owner: Owner) {
      const rows = await select(db, {})
        .where(isNumberedOf(owner.id))
        .orderBy(desc(table.number))
        .limit(maxListedRevisions);
      return rows.map((row) => toView(row, owner));
    },

    /** Throws 404 for the draft too. */
    async get(db: Reader, owner: Owner, revisionId: string) {
      const [row] = await select(db, { definition: table.definition }).where(
        and(isNumberedOf(owner.id), eq(table.id, revisionId)),
      );
      if (!row) throw notFound("This revision");
      return { ...toView(row, owner), definition: row.definition as D };
    },

    async findId(db: Reader, ownerId: string, number: number): Promise<string | undefined> {
      const [row] = await db
        .select({ id: table.id })
        .from(table)
        .where(and(ofOwner(ownerId), eq(table.number, number)));
      return row?.id;
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
  { id, revision: applied }: Pick<Owner, "id" | "revision">,
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

export type RevisionStore<D extends object> = ReturnType<typeof createRevisionStore<D>>;

/** A resource, with the number of its applied revision and the one that is rolled out. */
export interface Owner {
  id: string;
  revision: number | null;
  rollout: Rollout | null;
}

const toView = <R extends { number: number | null }>({ number, ...row }: R, { revision, rollout }: Owner) => ({
  ...row,
  number: number ?? 0,
  applied: number === revision,
  rolledOut: number === rollout?.revision,
});
