import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Issue } from "@/lib/contract/base/error";
import type { taskForm } from "@/lib/contract/tasks/schemas";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Viewer } from "../../access/visibility/visible";
import type { TaskRow } from "../../engine/runs/process/tasks";
import type { Tx } from "../../platform/db/client";
import { tasks } from "../../platform/db/tables/tasks";
import { schemaProblem } from "../../platform/json-schema/schema-problem";
import { referenceIssues, requireNone } from "../references/check";
import { askIssues } from "../references/people";
import { secretIssues } from "../references/variables";

export type Form = z.output<typeof taskForm>;

export const promptNamesOf = ({ description = "", expectedOutput = "" }: Partial<Form>) =>
  findPromptNames(description, expectedOutput);

/** The variables that a task sets. */
export const variablesSetBy = ({
  outputVariableId,
  formFields = [],
}: Partial<Pick<TaskRow, "outputVariableId" | "formFields">>): string[] => [
  ...new Set([outputVariableId, ...formFields.map(({ variableId }) => variableId)].filter((id) => id != null)),
];

/** An issue if a task would depend on itself indirectly. */
async function cycleIssues(tx: Tx, teamId: string, id: string, contextTaskIds: readonly string[]): Promise<Issue[]> {
  const found: Issue[] = [];
  for (const [i, start] of contextTaskIds.entries()) {
    const { rows } = await tx.execute<{ name: string }>(sql`
      with recursive before (id) as (
        select ${start}::text
        union
        select unnest(${tasks.contextTaskIds}) from ${tasks} join before on ${tasks.id} = before.id where ${tasks.teamId} = ${teamId}
      )
      select ${tasks.name} from ${tasks} where ${tasks.teamId} = ${teamId} and ${tasks.id} = ${start} and exists (select from before where before.id = ${id})`);
    const message =
      start === id
        ? "A task cannot wait for itself."
        : `${rows[0]?.name} waits for this task already: it would be a circle.`;
    if (rows[0]) found.push({ path: `contextTaskIds.${i}`, message });
  }
  return found;
}

/**
 * Validates that every id belongs to the team, no prompt names a secret, and dependencies have no cycle. Throws 400 with an
 * issue at each field.
 */
export async function checkTask(tx: Tx, caller: Viewer, id: string, sent: Partial<Form>): Promise<void> {
  const { teamId } = caller;
  const { contextTaskIds, description, expectedOutput, structuredOutput } = sent;
  const wrong = structuredOutput && schemaProblem(structuredOutput);
  requireNone([
    ...(await referenceIssues(tx, caller, "task", sent)),
    ...(await cycleIssues(tx, teamId, id, contextTaskIds ?? [])),
    ...(await secretIssues(tx, teamId, { description, expectedOutput })),
    ...(await askIssues(tx, teamId, sent.asks)),
    ...(wrong ? [{ path: "structuredOutput", message: wrong }] : []),
  ]);
}
