import { and, asc, count, eq } from "drizzle-orm";
import { maxSavedInputs } from "@/lib/constants/tools";
import type { Reader, Tx } from "../../platform/db/client";
import { toolInputs } from "../../platform/db/tables/tools";
import { AppError, notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import type { ToolRow } from "../references/tools";

/** The saved test inputs, oldest first. */
export const listInputs = (db: Reader, toolId: string) =>
  db.select().from(toolInputs).where(eq(toolInputs.toolId, toolId)).orderBy(asc(toolInputs.date), asc(toolInputs.id));

interface NewInput {
  name: string;
  operation: string | null;
  args: Record<string, unknown>;
  createdBy: string;
}

/** The caller has locked the tool's row. */
export async function addInput(tx: Tx, tool: ToolRow, input: NewInput): Promise<string> {
  const [kept] = await tx.select({ n: count() }).from(toolInputs).where(eq(toolInputs.toolId, tool.id));
  if ((kept?.n ?? 0) >= maxSavedInputs)
    throw new AppError(
      "conflict",
      `A tool can have up to ${maxSavedInputs} sets of saved arguments. Delete one first.`,
    );
  const id = newId("input");
  await tx.insert(toolInputs).values({ id, toolId: tool.id, ...input });
  return id;
}

export async function removeInput(tx: Tx, tool: ToolRow, id: string): Promise<void> {
  const own = and(eq(toolInputs.toolId, tool.id), eq(toolInputs.id, id));
  const gone = await tx.delete(toolInputs).where(own).returning({ id: toolInputs.id });
  if (gone.length === 0) throw notFound("This set of arguments");
}
