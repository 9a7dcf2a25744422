import { and, eq, inArray, sql } from "drizzle-orm";
import { isDisabledCode, maxDisabledHead } from "@/lib/constants/disabled-code";
import type { CheckedStep, ImportStep } from "@/lib/contract/transfers/import-steps";
import type { Reader } from "../../../platform/db/client";
import { agents } from "../../../platform/db/tables/agents";
import { datasources } from "../../../platform/db/tables/datasources";
import { testSets } from "../../../platform/db/tables/test-sets";
import { toolRevisions, tools } from "../../../platform/db/tables/tools";
import { variables } from "../../../platform/db/tables/variables";
import { getValueAt } from "../../../resources/tools/definition";

/** What the steps concern: its name, and whether the step is done. */
interface Subject {
  id: string;
  name: string;
  done: boolean;
}
type Found = ReadonlyMap<string, Subject>;

/** By the type of the steps; a step whose subject is missing has nothing to be done. */
export type Subjects = Record<Exclude<CheckedStep["type"], "agent">, Found>;

const index = (rows: readonly Subject[]): Found => new Map(rows.map((row) => [row.id, row]));

type Of<T extends ImportStep["type"]> = Extract<ImportStep, { type: T }>;
const pick = <T extends ImportStep["type"]>(steps: readonly ImportStep[], type: T): Of<T>[] =>
  steps.filter((step): step is Of<T> => step.type === type);

/** Without the team's other resources: nothing is read for no IDs. */
const ifAny = async (ids: readonly string[], read: () => Promise<Subject[]>): Promise<Found> =>
  ids.length > 0 ? index(await read()) : new Map();

/** Documents that are still being processed have been added. */
const hasDocuments = sql<boolean>`${datasources.documentsStored} > 0 or ${datasources.status} in ('syncing', 'embedding')`;

/** The applied revisions of tools. */
const selectTools = (db: Reader, teamId: string, ids: string[]) =>
  db
    .select({
      id: tools.id,
      name: tools.name,
      number: toolRevisions.number,
      head: sql<string | null>`left(${toolRevisions.definition}->>'code', ${maxDisabledHead})`,
      environmentVariables: sql<unknown>`${toolRevisions.definition}->'environmentVariables'`,
      headers: sql<unknown>`${toolRevisions.definition}->'headers'`,
      auth: sql<unknown>`${toolRevisions.definition}->'auth'`,
    })
    .from(tools)
    .innerJoin(toolRevisions, eq(toolRevisions.id, tools.revisionId))
    .where(and(eq(tools.teamId, teamId), inArray(tools.id, ids)));

type AppliedTool = Awaited<ReturnType<typeof selectTools>>[number];

/** A secret is missing while it is empty; one that the definition no longer has is not. */
const hasSecrets = ({ environmentVariables, headers, auth }: AppliedTool, { paths }: Of<"secrets">): boolean =>
  paths.every((path) => getValueAt({ environmentVariables, headers, auth }, path.split(".")) !== "");

function checkTools<S extends { toolId: string }>(
  steps: readonly S[],
  rows: readonly AppliedTool[],
  isDone: (tool: AppliedTool, step: S) => boolean,
): Found {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return index(
    steps.flatMap((step) => {
      const row = byId.get(step.toolId);
      return row ? [{ id: row.id, name: row.name, done: isDone(row, step) }] : [];
    }),
  );
}

/** Reads what the steps of an app concern, of this team only. */
export async function findSubjects(db: Reader, teamId: string, steps: readonly ImportStep[]): Promise<Subjects> {
  const agentIds = pick(steps, "model").map(({ agentId }) => agentId);
  const datasourceIds = pick(steps, "documents").map(({ datasourceId }) => datasourceId);
  const variableIds = pick(steps, "variable").map(({ variableId }) => variableId);
  const testSetIds = pick(steps, "judge").map(({ testSetId }) => testSetId);
  const [secrets, code, revision] = [pick(steps, "secrets"), pick(steps, "code"), pick(steps, "revision")];
  const toolIds = [...secrets, ...code, ...revision].map(({ toolId }) => toolId);
  const toolRows = toolIds.length > 0 ? await selectTools(db, teamId, toolIds) : [];
  return {
    model: await ifAny(agentIds, () =>
      db
        .select({ id: agents.id, name: agents.name, done: sql<boolean>`${agents.modelId} is not null` })
        .from(agents)
        .where(and(eq(agents.teamId, teamId), inArray(agents.id, agentIds))),
    ),
    documents: await ifAny(datasourceIds, () =>
      db
        .select({ id: datasources.id, name: datasources.name, done: hasDocuments })
        .from(datasources)
        .where(and(eq(datasources.teamId, teamId), inArray(datasources.id, datasourceIds))),
    ),
    variable: await ifAny(variableIds, () =>
      db
        .select({ id: variables.id, name: variables.name, done: sql<boolean>`${variables.defaultValue} <> ''` })
        .from(variables)
        .where(and(eq(variables.teamId, teamId), inArray(variables.id, variableIds))),
    ),
    judge: await ifAny(testSetIds, () =>
      db
        .select({ id: testSets.id, name: testSets.name, done: sql<boolean>`${testSets.judgeModelId} is not null` })
        .from(testSets)
        .where(and(eq(testSets.teamId, teamId), inArray(testSets.id, testSetIds))),
    ),
    secrets: checkTools(secrets, toolRows, hasSecrets),
    code: checkTools(code, toolRows, ({ head }) => !isDisabledCode(head ?? "")),
    revision: checkTools(revision, toolRows, ({ number }, step) => number >= step.number),
  };
}
