import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../../platform/db/client";
import { type Pair, toAuditFields } from "./fields";

/** The parts of a call that identify what it changes. */
export interface AuditedCall {
  orgId?: string;
  teamId?: string;
  accountId: string;
  params: Record<string, string>;
  body: unknown;
}

export interface Snapshot extends Pair {
  id: string;
  name: string;
  /** Overrides the kind of the call's policy. */
  kind?: string;
  /** Overrides the call's team; null for none. */
  teamId?: string | null;
}

/** What a call changes, and how to read it before and after. */
export interface Subject {
  /** Its name in the contract. */
  target: string;
  kind: string;
  change: "add" | "edit" | "remove";
  /** What is recorded may be unchanged: its reader then returns null. */
  mayBeUnchanged?: true;
  /** Not each transaction creates one. */
  isOptional?: true;
  /** `recorded` is the id that the call's transaction has recorded, `before` the earlier snapshot. */
  read(tx: Tx, call: AuditedCall, recorded?: string, before?: Snapshot | null): Promise<Snapshot | null>;
  /** The logs to write to, for subjects outside an organization; null: the server's. */
  orgs?: ((tx: Tx, call: AuditedCall, found: Snapshot) => Promise<(string | null)[]>) | undefined;
}

/** Reads a row by id under the condition that it is the caller's. `recorded` is the id that the transaction has recorded. */
export type Reader = (tx: Tx, call: AuditedCall, id: string, recorded?: string) => Promise<Snapshot | null>;

type Row = {
  id: string;
  name?: string;
};

export const toSnapshot = (row: Row, exact: object = row): Snapshot => ({
  id: row.id,
  name: row.name ?? row.id,
  shown: toAuditFields(row),
  exact: { ...exact },
});

type TeamTable = PgTable & { id: PgColumn; teamId: PgColumn };

/** Reads and locks a team's row, so that the recorded previous state is the one being changed. */
export const teamReader =
  (table: TeamTable, listed?: SQL): Reader =>
  async (tx, { teamId }, id) => {
    const own = and(eq(table.teamId, teamId ?? ""), eq(table.id, id), listed);
    const [row] = await tx
      .select()
      .from(table as PgTable)
      .where(own)
      .for("no key update");
    // TypeScript does not know the columns of a table parameter.
    return row ? toSnapshot(row as Row) : null;
  };

/** Returns the id of the call's subject before the call. */
export type Find = (call: AuditedCall, tx: Tx) => string | undefined | Promise<string | undefined>;

/** A subject of entries, read after its creation. */
export interface AddTarget extends Pick<Subject, "kind" | "orgs" | "mayBeUnchanged" | "isOptional"> {
  read: Reader;
}

/** A subject that calls can also change or remove, found before the call. */
export interface Target extends AddTarget {
  find: Find;
}

/** The call creates a subject, whose id it records. */
export const adds = (target: string, { read, ...rest }: AddTarget): Subject => ({
  ...rest,
  target,
  change: "add",
  read: async (tx, call, recorded) => (recorded ? read(tx, call, recorded) : null),
});

/** The call changes or removes its subject, whose id is determined once, before the change. */
export const byCall = (change: "edit" | "remove", target: string, { read, find, ...rest }: Target): Subject => ({
  ...rest,
  target,
  change,
  async read(tx, call, recorded, before) {
    const id = before?.id ?? (await find(call, tx));
    return id ? read(tx, call, id, recorded) : null;
  },
});
