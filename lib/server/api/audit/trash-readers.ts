import { asc, count, eq } from "drizzle-orm";
import { type TrashKind, trashBatch } from "@/lib/constants/trash";
import { type Reader, teamReader } from "../../access/audit/subject";
import { trash } from "../../platform/db/tables/trash";
import { readResource } from "./resource-readers";

/** A restored resource, in the form of its kind, which is the prefix of its id. */
export const readRestored: Reader = async (tx, call, id) => {
  const kind = id.slice(0, id.indexOf("_")) as TrashKind;
  const found = await readResource(kind)(tx, call, id);
  return found && { ...found, kind };
};

/** A deleted resource that is deleted permanently. */
export const readTrashItem: Reader = async (tx, call, id) => {
  const found = await teamReader(trash)(tx, call, id);
  if (!found) return null;
  const { kind, deletedBy, date } = found.exact as typeof trash.$inferSelect;
  const shown = { permanently: true, deletedBy, date: date.toISOString() };
  return { ...found, kind, shown, exact: shown };
};

/** The number of items in the trash, and the first ones. */
export const readTrash: Reader = async (tx, { teamId = "" }, id) => {
  const own = eq(trash.teamId, teamId);
  const items = await tx.select({ name: trash.name }).from(trash).where(own).orderBy(asc(trash.date)).limit(trashBatch);
  const [found] = await tx.select({ items: count() }).from(trash).where(own);
  const shown = { ...found, oldest: items.map(({ name }) => name) };
  return { id, name: "Trash", shown, exact: shown };
};
