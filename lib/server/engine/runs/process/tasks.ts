import { and, eq, inArray } from "drizzle-orm";
import type { Reader } from "../../../platform/db/client";
import { tasks } from "../../../platform/db/tables/tasks";

export const findTasks = async (db: Reader, teamId: string, ids: readonly string[]): Promise<TaskRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(tasks)
        .where(and(eq(tasks.teamId, teamId), inArray(tasks.id, [...ids])));

export type TaskRow = typeof tasks.$inferSelect;
