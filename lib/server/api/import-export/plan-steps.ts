import { and, eq, inArray } from "drizzle-orm";
import { isDisabledCode } from "@/lib/constants/disabled-code";
import type { CheckedStep, ImportStep, ManualStep } from "@/lib/contract/transfers/import-steps";
import type { Reader } from "../../platform/db/client";
import { tools } from "../../platform/db/tables/tools";
import type { Parts } from "./file/references";
import type { ForeignEntry } from "./foreign/shared/foreign";
import { createdNow } from "./needs";
import { isWritten, type PlannedPart } from "./plan";
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

/** What the report leaves to a person, except what the imported resources show. */
function listReported(report: readonly ForeignEntry[]): ManualStep[] {
  const open = report.filter(({ outcome, need, checked }) => outcome === "needs" && !need && !checked);
  const secrets = open.filter(({ type }) => type === "secret").map(({ part }) => part);
  const others = open.filter(({ type }) => type !== "secret");
  const more = others.length - maxReported;
  const names = [...new Set(secrets)].slice(0, maxSecretsNamed).join(", ");
  return [
    ...(secrets.length > 0 ? [ask(`Revoke the secrets that the file contained in clear text: ${names}.`)] : []),
    ...others.slice(0, maxReported).map(({ part, note }) => ask(`${part}: ${note}`)),
    ...(more > 0 ? [ask(`Preview the file again to see the other ${more} parts that need you.`)] : []),
  ];
}

/** The steps of the import's parts and needs, whose state the resources show. */
function listChecked({ plan, prepared }: PlannedImport, ids: ReadonlyMap<string, string>): CheckedStep[] {
  const { file, parts, needs } = plan;
  const asked = new Set(file.app.variables);
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
  const ofNeeds = needs.flatMap(({ kind, key, name, chosen, supply, secret }): CheckedStep[] => {
    if (kind === "datasource" && supply) return [{ type: "documents", datasourceId: supply.id }];
    // The app asks for the others when it starts.
    const isOpen = kind === "variable" && chosen === createdNow && (secret || !asked.has(name));
    return isOpen ? [{ type: "variable", variableId: ids.get(key) ?? "" }] : [];
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
    ...listReported(planned.read.report),
  ];
}
