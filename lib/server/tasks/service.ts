import { and, eq, inArray, sql } from "drizzle-orm";
import type { AskRules } from "@/lib/contract/asks";
import type { Issue } from "@/lib/contract/error";
import type { FormField } from "@/lib/contract/form-fields";
import { namesIn } from "@/lib/utils/prompt-names";
import { agentIssue } from "../agents/service";
import type { Db, Tx } from "../db/client";
import { AppError } from "../http/errors";
import { askIssues } from "../inbox/service";
import { schemaProblem } from "../json-schema/schema-problem";
import { toolIssues } from "../tools/service";
import { findVariables, secretIssues } from "../variables/service";
import type { TaskRow } from "./queries";
import { tasks } from "./table";

export type { TaskRow } from "./queries";

type Reader = Pick<Db, "select">;

interface Sent {
  description?: string | undefined;
  expectedOutput?: string | undefined;
  agentId?: string | null | undefined;
  toolIds?: string[] | undefined;
  contextTaskIds?: string[] | undefined;
  formFields?: FormField[] | undefined;
  asks?: AskRules | null | undefined;
  structuredOutput?: Record<string, unknown> | null | undefined;
  outputVariableId?: string | null | undefined;
}

export const promptNamesOf = ({ description, expectedOutput }: Pick<TaskRow, "description" | "expectedOutput">) =>
  namesIn(description, expectedOutput);

/** The variables that a task sets. */
export const variablesSetBy = ({ outputVariableId, formFields = [] }: Sent): string[] => [
  ...new Set([outputVariableId, ...formFields.map(({ variableId }) => variableId)].filter((id) => id != null)),
];

/** Each variable that is set must be the team's own, and none a secret: what models and people write is none. */
async function setIssues(db: Reader, teamId: string, sent: Sent): Promise<Issue[]> {
  const known = await findVariables(db, teamId, { ids: variablesSetBy(sent) });
  const problem = (id: string | null | undefined, path: string): Issue[] => {
    if (!id) return [];
    const found = known.find((one) => one.id === id);
    if (!found) return [{ path, message: "This variable does not exist or was deleted." }];
    return found.secret ? [{ path, message: `The variable ${found.name} is secret: no task can set it.` }] : [];
  };
  return [
    ...problem(sent.outputVariableId, "outputVariableId"),
    ...(sent.formFields ?? []).flatMap(({ variableId }, i) => problem(variableId, `formFields.${i}.variableId`)),
  ];
}

/** The team's tasks of these ids. */
export const findTasks = async (db: Reader, teamId: string, ids: readonly string[]): Promise<TaskRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(tasks)
        .where(and(eq(tasks.teamId, teamId), inArray(tasks.id, [...ids])));

/** One issue for each id that is no task of the team's. */
export async function taskIssues(
  db: Reader,
  teamId: string,
  ids: readonly string[] | undefined,
  path: string,
): Promise<Issue[]> {
  const known = new Set((await findTasks(db, teamId, ids ?? [])).map(({ id }) => id));
  return (ids ?? []).flatMap((id, i) =>
    known.has(id) ? [] : [{ path: `${path}.${i}`, message: "This task does not exist or was deleted." }],
  );
}

/** Holds which tasks of the team wait for which until the transaction ends: two changes could close a circle together. */
export const holdContexts = (tx: Tx, teamId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(7, hashtext(${teamId}))`);

/** An issue where a task would wait for itself, by way of others. */
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

/** Every id in a body must be the team's own, no prompt may name a secret, no circle of contexts. Throws 400 with an issue at each field. */
export async function checkTask(tx: Tx, teamId: string, id: string, sent: Sent): Promise<void> {
  const { agentId, toolIds, contextTaskIds, description, expectedOutput, structuredOutput } = sent;
  const wrong = structuredOutput && schemaProblem(structuredOutput);
  const issues = [
    ...(await agentIssue(tx, teamId, agentId)),
    ...(await toolIssues(tx, teamId, toolIds)),
    ...(await taskIssues(tx, teamId, contextTaskIds, "contextTaskIds")),
    ...(await cycleIssues(tx, teamId, id, contextTaskIds ?? [])),
    ...(await setIssues(tx, teamId, sent)),
    ...(await secretIssues(tx, teamId, { description, expectedOutput })),
    ...(await askIssues(tx, teamId, sent.asks)),
    ...(wrong ? [{ path: "structuredOutput", message: wrong }] : []),
  ];
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}
