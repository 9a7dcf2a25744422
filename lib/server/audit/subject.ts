import { and, eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../db/client";
import { fieldsOf, type Pair } from "./fields";

/** The part of a call by which to find what it changes. */
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
  /** Where it is of another kind than the call's line says. */
  kind?: string;
  /** Where it is not the call's team; null for what belongs to none. */
  teamId?: string | null;
}

/** What a call changes, and how to read it before and after. */
export interface Subject {
  kind: string;
  change: "add" | "edit" | "remove";
  /** `made` is the id of what the call's transaction has made, `before` what was read before it. */
  read(tx: Tx, call: AuditedCall, made?: string, before?: Snapshot | null): Promise<Snapshot | null>;
  /** The id in what the transaction answered. */
  madeIn(result: unknown): string | undefined;
  /** Where it is noted, for what belongs to no organisation of its own; null: with the server. */
  orgs?(tx: Tx, call: AuditedCall, found: Snapshot): Promise<(string | null)[]>;
}

/** A row by its id, and the condition that it is the caller's. */
export type Reader = (tx: Tx, call: AuditedCall, id: string) => Promise<Snapshot | null>;

interface Row {
  id: string;
  name?: string;
}

export const snapshotOf = (row: Row, exact: object = row): Snapshot => ({
  id: row.id,
  name: row.name ?? row.id,
  shown: fieldsOf(row),
  exact: { ...exact },
});

type TeamTable = PgTable & { id: PgColumn; teamId: PgColumn };

/** Reads a team's row, and holds it: what was noted as before is what the call changes. */
export const ofTeam =
  (table: TeamTable, exactOf?: (row: never) => object): Reader =>
  async (tx, { teamId }, id) => {
    const own = and(eq(table.teamId, teamId ?? ""), eq(table.id, id));
    const [row] = await tx
      .select()
      .from(table as PgTable)
      .where(own)
      .for("no key update");
    return row ? snapshotOf(row as unknown as Row, exactOf?.(row as never)) : null;
  };

function idIn(result: unknown): string | undefined {
  if (typeof result === "string") return result;
  if (typeof result !== "object" || result === null) return undefined;
  if ("id" in result && typeof result.id === "string") return result.id;
  return "_id" in result && typeof result._id === "string" ? result._id : undefined;
}

type Options = Partial<Pick<Subject, "orgs" | "madeIn">>;

/** The call makes one; the transaction answers its id, or the row. */
export const adds = (kind: string, read: Reader, options: Options = {}): Subject => ({
  ...{ kind, change: "add", madeIn: idIn, ...options },
  read: async (tx, call, made) => (made ? read(tx, call, made) : null),
});

/** A parameter of the path, or what else tells the id before the call. */
type Which = string | ((call: AuditedCall, tx: Tx) => string | undefined | Promise<string | undefined>);

/** The same one before and after, although by then the call might name another. */
const byCall =
  (read: Reader, which: Which): Subject["read"] =>
  async (tx, call, _made, before) => {
    const id = before?.id ?? (typeof which === "string" ? call.params[which] : await which(call, tx));
    return id ? read(tx, call, id) : null;
  };

/** The call changes the one that it names. */
export const edits = (kind: string, read: Reader, which: Which, options: Options = {}): Subject => ({
  ...{ kind, change: "edit", madeIn: () => undefined, ...options },
  read: byCall(read, which),
});

/** The call removes the one that it names. */
export const removes = (kind: string, read: Reader, which: Which, options: Options = {}): Subject => ({
  ...{ kind, change: "remove", madeIn: () => undefined, ...options },
  read: byCall(read, which),
});
