import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Issue } from "@/lib/contract/base/error";
import type { taskForm } from "@/lib/contract/tasks/schemas";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Viewer } from "../../access/visibility/visible";
import type { TaskRow } from "../../engine/runs/process/tasks";
import type { Tx } from "../../platform/db/client";
import { tasks } from "../../platform/db/tables/tasks";
import { findSchemaProblem } from "../../platform/json-schema/schema-problem";
import { findReferenceIssues, throwIssues } from "../references/check";
import { findInputRequestIssues } from "../references/people";
import { findSecretIssues } from "../references/variables";

export type Form = z.output<typeof taskForm>;

export const findTaskPromptNames = ({ description = "", expectedOutput = "" }: Partial<Form>) =>
  findPromptNames(description, expectedOutput);

/** Returns the variables that a task sets. */
export const listSetVariables = ({
  outputVariableId,
  formFields = [],
}: Partial<Pick<TaskRow, "outputVariableId" | "formFields">>): string[] => [
  ...new Set([outputVariableId, ...formFields.map(({ variableId }) => variableId)].filter((id) => id != null)),
];

/** Returns an issue if a task would depend on itself indirectly. */
async function findCycleIssues(
  tx: Tx,
  teamId: string,
  id: string,
  contextTaskIds: readonly string[],
): Promise<Issue[]> {
  const found: Issue[] = [];
  for (const [i, start] of contextTaskIds.entries()) {
    const { rows } = await tx.execute<{ name: string }>(sql`
      with recursive before (id) as (
        select ${start}::text
        union
        select unnest(${tasks.contextTaskIds}) from ${tasks} join before on ${tasks.id} = before.id where ${tasks.teamId} = ${teamId}
      )
      select ${tasks.name} from ${tasks} where ${tasks.teamId} = ${teamId} and ${tasks.id} = ${start} and exists (select from before where before.id = ${id})`);
    const message = start === id ? "A task can't depend on itself." : `${rows[0]?.name} already depends on this task.`;
    if (rows[0]) found.push({ path: `contextTaskIds.${i}`, message });
  }
  return found;
}

/** Whether the task would depend on itself with the other one before it. */
export const wouldDependOnItself = async (tx: Tx, teamId: string, id: string, beforeId: string): Promise<boolean> =>
  (await findCycleIssues(tx, teamId, id, [beforeId])).length > 0;

/**
 * Validates that every id belongs to the team, no prompt names a secret, and dependencies have no cycle. Throws 400 with an
 * issue at each field.
 */
export async function checkTask(tx: Tx, caller: Viewer, id: string, sent: Partial<Form>): Promise<void> {
  const { teamId } = caller;
  const { contextTaskIds, description, expectedOutput, structuredOutput } = sent;
  const wrong = structuredOutput && findSchemaProblem(structuredOutput);
  throwIssues([
    ...(await findReferenceIssues(tx, caller, "task", sent)),
    ...(await findCycleIssues(tx, teamId, id, contextTaskIds ?? [])),
    ...(await findSecretIssues(tx, teamId, { description, expectedOutput })),
    ...(await findInputRequestIssues(tx, teamId, sent.asks)),
    ...(wrong ? [{ path: "structuredOutput", message: wrong }] : []),
  ]);
}
