import { and, eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { nameMax } from "@/lib/constants/limits";
import type { UsedBy } from "@/lib/contract/base/error";
import { kindLabel } from "@/lib/utils/text/kind-label";
import { truncate } from "@/lib/utils/text/truncate";
import { AppError } from "../../errors/errors";
import type { Reader } from "../client";
import { defineQuery } from "./define-query";

type ResourceTable = PgTable & { id: PgColumn; teamId: PgColumn };

const buildLock = (table: ResourceTable) =>
  defineQuery<{ teamId: string; id: string }>()((db, value) =>
    db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(and(eq(table.teamId, value("teamId")), eq(table.id, value("id"))))
      .for("update"),
  );
const locks = new Map<ResourceTable, ReturnType<typeof buildLock>>();

/** Locks a team's row until the transaction ends, to serialize its edits. */
export async function lockRow(tx: Reader, table: ResourceTable, teamId: string, id: string): Promise<void> {
  const lock = locks.get(table) ?? buildLock(table);
  locks.set(table, lock);
  await lock(tx, { teamId, id });
}

/** 409 with the current object when an edit has an outdated version. */
export function checkVersion(stored: number, sent: number | undefined, singular: string, present: unknown): void {
  if (sent === undefined || sent === stored) return;
  throw changedMeanwhile(singular, present);
}

export const changedMeanwhile = (singular: string, present: unknown): AppError =>
  new AppError("conflict", "Someone else changed this in the meantime. Review their version before you save yours.", {
    data: { [singular]: present },
  });

export const nameUser = ({ type, name }: UsedBy[number]) => `${kindLabel(type)} “${name}”`;

/** 409 naming the users, unless forced. */
export function checkUnused(usedBy: UsedBy, force: boolean | undefined, loss?: string): void {
  if (force || usedBy.length === 0) return;
  const [first] = usedBy;
  const why =
    usedBy.length === 1
      ? `the ${first && nameUser(first)} uses it`
      : `${usedBy.length} items use it, including “${first?.name}”`;
  throw new AppError("conflict", `This item can't be deleted because ${why}.${loss ? ` ${loss}` : ""}`, { usedBy });
}

/** `Copy of X`, within the length of a name. */
export const copyName = (name: string): string => truncate(`Copy of ${name}`, nameMax);

interface Row {
  name: string;
  version: number;
  updatedBy: string | null;
  dateCreated: Date;
  dateUpdated: Date;
}

/** The columns of a copy, with a new history. */
export function toCopy<T extends Row>(row: T, id: string, createdBy: string) {
  const { version: _version, updatedBy: _editor, dateCreated: _created, dateUpdated: _updated, ...kept } = row;
  return { ...kept, id, createdBy, name: copyName(row.name) };
}

/** Increments the version in the updating statement. */
export const nextVersion = sql<number>`version + 1`;

/** The columns of an edit by an account. */
export const editedBy = (accountId: string) => ({
  version: nextVersion,
  updatedBy: accountId,
  dateUpdated: new Date(),
});
