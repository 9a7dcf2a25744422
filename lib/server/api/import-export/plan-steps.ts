import { and, eq, inArray } from "drizzle-orm";
import { isDisabledCode } from "@/lib/constants/disabled-code";
import type { CheckedStep, ImportStep, ManualStep } from "@/lib/contract/transfers/import-steps";
import type { Reader } from "../../platform/db/client";
import { tools } from "../../platform/db/tables/tools";
import type { Parts } from "./file/references";
import type { ForeignEntry } from "./foreign/shared/foreign";
import { needsValue } from "./needs";
import { type ImportPlan, isWritten, type PlannedPart } from "./plan";
import type { PlannedImport } from "./preview";
import type { PlannedTodo } from "./todo";

/** Entries of the report that only a person can complete. */
const maxReported = 20;
const maxSecretsNamed = 10;

const ask = (message: string, path: string | null = null): ManualStep => ({
  type: "manual",
  message,
  path,
  done: false,
});

/** Finds the page of the agent that an entry is about: it's named before a colon, as in `cook: Search`, or the only one. */
function createAgentFinder({ parts }: ImportPlan, ids: ReadonlyMap<string, string>) {
  const agents = parts.filter(({ kind }) => kind === "agent");
  const byName = new Map(agents.map(({ name, key }) => [name, ids.get(key)]));
  const only = byName.size === 1 ? [...byName.values()][0] : undefined;
  return ({ part, type }: ForeignEntry): string | null => {
    const named = byName.get(part) ?? byName.get(part.slice(0, Math.max(0, part.indexOf(": "))));
    const id = named ?? (type === "tool" ? only : undefined);
    return id ? `agent/${id}` : null;
  };
}

/** What the report leaves to a person, except what the imported resources show. */
function listReported({ plan, read }: PlannedImport, ids: ReadonlyMap<string, string>): ManualStep[] {
  const variables = new Set(plan.needs.flatMap(({ kind, name }) => (kind === "variable" ? name : [])));
  const pathOf = createAgentFinder(plan, ids);
  const open = read.report.filter(
    ({ outcome, need, checked, part, type }) =>
      outcome === "needs" && !need && !checked && !(type.endsWith("variable") && variables.has(part)),
  );
  const secrets = open.filter(({ type }) => type === "secret").map(({ part }) => part);
  const others = open.filter(({ type }) => type !== "secret");
  const more = others.length - maxReported;
  const names = [...new Set(secrets)].slice(0, maxSecretsNamed).join(", ");
  return [
    ...(secrets.length > 0 ? [ask(`Revoke the secrets that the file contained in clear text: ${names}.`)] : []),
    ...others.slice(0, maxReported).map((entry) => ask(`${entry.part}: ${entry.note}`, pathOf(entry))),
    ...(more > 0 ? [ask(`Preview the file again to see the other ${more} parts that need you.`)] : []),
  ];
}

/** The steps of the import's parts and needs, whose state the resources show. */
function listChecked({ plan, prepared }: PlannedImport, ids: ReadonlyMap<string, string>): CheckedStep[] {
  const { file, parts, needs } = plan;
  const ofPart = (one: PlannedPart): CheckedStep[] => {
    const { key, kind, action } = one;
    const id = ids.get(key) ?? "";
    if (kind === "agent") return (one.part as Parts["agent"]).model ? [] : [{ type: "model", agentId: id }];
    if (kind === "task") return [];
    if (kind === "app") return file.app.type === "chat" ? [{ type: "agent" }] : [];
    const paths = prepared.get(key)?.missing ?? [];
    const { code } = (one.part as Parts["tool"]).definition;
    return [
      ...(paths.length > 0 ? [{ type: "secrets" as const, toolId: id, paths }] : []),
      ...(typeof code === "string" && isDisabledCode(code) && action !== "revision"
        ? [{ type: "code" as const, toolId: id }]
        : []),
    ];
  };
  const ofNeeds = needs.flatMap((need): CheckedStep[] => {
    const { kind, key, supply } = need;
    if (kind === "datasource" && supply) return [{ type: "documents", datasourceId: supply.id }];
    return needsValue(file, need) ? [{ type: "variable", variableId: ids.get(key) ?? "" }] : [];
  });
  return [...parts.filter(isWritten).flatMap(ofPart), ...ofNeeds];
}

/** Revisions that were added to tools without being applied. */
async function listRevisions(
  db: Reader,
  teamId: string,
  { plan }: PlannedImport,
  ids: ReadonlyMap<string, string>,
): Promise<CheckedStep[]> {
  const toolIds = plan.parts.flatMap(({ key, action }) => (action === "revision" ? (ids.get(key) ?? []) : []));
  if (toolIds.length === 0) return [];
  const rows = await db
    .select({ toolId: tools.id, number: tools.lastRevision })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), inArray(tools.id, toolIds)));
  return rows.map((row) => ({ type: "revision", ...row }));
}

/** What remains to be done after an import that was written. `ids`: of what it wrote, by key. */
export async function planSteps(
  db: Reader,
  teamId: string,
  planned: PlannedImport,
  ids: ReadonlyMap<string, string>,
  todo: readonly PlannedTodo[],
): Promise<ImportStep[]> {
  const manual = todo.filter(({ checked }) => !checked);
  return [
    ...listChecked(planned, ids),
    ...(await listRevisions(db, teamId, planned, ids)),
    ...manual.map(({ message, href }) => ask(message, href?.slice(`/${teamId}/`.length) ?? null)),
    ...listReported(planned, ids),
  ];
}
