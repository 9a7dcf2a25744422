import { getTableColumns, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Issue } from "@/lib/contract/base/error";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import type { Pair } from "../../access/audit/fields";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader, Tx } from "../../platform/db/client";
import { notFound } from "../../platform/errors/errors";

export interface Reference {
  to: ResourceKind;
  /** The column's type: an id, a list of ids or names, an object keyed by ids, or a list of objects with an id in a field. */
  holds: "id" | "ids" | "names" | "keys" | { field: string };
  /**
   * What happens when the referenced row is deleted: its foreign key clears it or deletes the row (`cascade`), the deleting
   * action removes the id (`remove`), or it is unchanged (`keep`).
   */
  onDelete: "clear" | "cascade" | "remove" | "keep";
  /** Computed by the server, not part of any body. */
  computed?: boolean;
  /** Locks the referenced row until the transaction ends, so that it cannot be deleted meanwhile. */
  lock?: boolean;
  /** Whether putting back a reference that a deletion has removed would be invalid. */
  isInvalidNow?(tx: Tx, teamId: string, rowId: string, targetId: string): Promise<boolean>;
  /** Why this row cannot be referred to. */
  refuse?(row: never): string | undefined;
  /** Custom validation, instead of checking that the ids belong to the team. */
  issues?(db: Reader, teamId: string, sent: never): Promise<Issue[]>;
  /** The path in an exported part, if included; `*` matches each list entry. */
  part?: string;
}
type Options<Row> = Partial<Omit<Reference, "to" | "holds" | "refuse" | "issues">> &
  Pick<Reference, "onDelete"> & { refuse?(row: Row): string | undefined };

export const reference = <Row = never>(to: ResourceKind, options: Options<Row>): Reference => ({
  ...options,
  to,
  holds: "id",
});

export const referenceList = <Row = never>(to: ResourceKind, options: Options<Row>): Reference => ({
  ...options,
  to,
  holds: "ids",
});

/** A list of objects with an id in one of their fields. Another column lists the ids for queries. */
export const referenceField = <Row = never>(field: string, to: ResourceKind, options: Options<Row>): Reference => ({
  ...options,
  to,
  holds: { field },
});

/** A list of names, such as variables in prompts. Names remain when their row is deleted. */
export const referenceNames = (to: ResourceKind): Reference => ({
  to,
  holds: "names",
  onDelete: "keep",
  computed: true,
});

/** An object keyed by ids, whose values `issues` validates. Another column lists the ids. */
export const referenceKeys = <Sent>(
  to: ResourceKind,
  issues: (db: Reader, teamId: string, sent: Sent | undefined) => Promise<Issue[]>,
): Reference => ({ to, holds: "keys", onDelete: "remove", issues });

/** Who restores an item from the trash. */
export type Restorer = Viewer & Pick<TeamCallContext, "team">;

/** What restoring a kind does in addition to inserting its rows again. */
interface TrashRules<Row> {
  /**
   * Locks and checks like a creation, before any other lock. Returns columns to change. Throws 409 if the row cannot be
   * restored, with an available `name` if its own is taken. `name` is a new one.
   */
  prepare?(
    tx: Tx,
    caller: Restorer,
    row: Row,
    item: { trashId: string; name?: string | undefined },
  ): Promise<Partial<Row>>;
  /** Returns the columns that are computed from references. */
  derive?(row: Row): Partial<Row>;
  /** The row is not moved to the trash but hidden, because it has too much data. */
  hidden?: HiddenRows<Row>;
  /** Where rows of other tables keep the key of their file: a JSON path. */
  filePaths?: Record<string, string[]>;
}

interface HiddenRows<Row> {
  /** What the row referred to before it was deleted, which its foreign keys have cleared. */
  listCleared(row: Row): ResourceKind[];
  /** Makes the row visible again, with changed columns. */
  show(tx: Tx, teamId: string, id: string, changed: object): Promise<unknown>;
  /** Deletes the row permanently. Returns the keys of its files, to be deleted after the commit. */
  purge(tx: Tx, teamId: string, id: string): Promise<string[]>;
}

export type ResourceTable = PgTable & { id: PgColumn };

export interface Resource<T extends ResourceTable = ResourceTable> {
  kind: ResourceKind;
  table: T;
  /** References by column. */
  references: Partial<Record<keyof T["$inferSelect"] & string, Reference>>;
  /** The noun in messages; default: `This agent` with the kind. */
  called?: string;
  /** The id of a built-in item that every team has, without a row. */
  builtin?: string;
  /** Limits the rows that users can see. */
  listed?: SQL;
  /** The rows visible to a viewer, if some are private, and the placeholder for a hidden name. */
  private?: { visible(viewer: Viewer): SQL | undefined; name: string };
  /** Returns the row's part of an exported file, with ids instead of names. */
  toPart?(row: T["$inferSelect"], known: { db: Reader; variables: ReadonlySet<string> }): object | Promise<object>;
  /** How to restore it from the trash. */
  trash?: TrashRules<T["$inferSelect"]>;
  /** The audited fields, if not the row itself; null: nothing. */
  audit?(row: T["$inferSelect"], tx: Tx): Partial<Pair> | null | Promise<Partial<Pair> | null>;
}

export const defineResource = <T extends ResourceTable>(resource: Resource<T>): Resource<T> => resource;

export const getColumn = (table: ResourceTable, name: string): PgColumn => {
  const column: PgColumn | undefined = getTableColumns<PgTable>(table)[name];
  if (!column) throw new Error(`A resource has no column ${name}.`);
  return column;
};

export const describeMissing = ({ kind, called = `This ${kind}` }: Pick<Resource, "called" | "kind">): string =>
  notFound(called).message;
