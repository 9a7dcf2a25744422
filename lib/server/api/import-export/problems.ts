import { Permission } from "@/lib/permissions/bits";
import { kindLabel } from "@/lib/utils/text/kind-label";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import { checkFunctionTools, checkPeriod } from "../../access/plans/limits";
import { getPlan } from "../../access/plans/plan";
import type { Reader } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { findSecretIssues } from "../../resources/references/variables";
import { type PreparedTool, prepareTool } from "../../resources/tools/part";
import { listAppNames, listReadByBranches } from "./file/app-names";
import { mapRefs, type NeedKind, type PartKind, type Parts } from "./file/references";
import { createdNow, none, type PlannedNeed, unnamedModel } from "./needs";
import { type Choices, type Importer, type ImportPlan, isWritten, lacksModel, type PlannedPart } from "./plan";

const bits: Record<PartKind | "variable", { add: number; edit: number }> = {
  app: { add: Permission.CREATE_APP, edit: Permission.EDIT_APP },
  agent: { add: Permission.CREATE_AGENT, edit: Permission.EDIT_AGENT },
  task: { add: Permission.CREATE_TASK, edit: Permission.EDIT_TASK },
  tool: { add: Permission.CREATE_TOOL, edit: Permission.EDIT_TOOL },
  variable: { add: Permission.CREATE_VARIABLE, edit: Permission.EDIT_VARIABLE },
};

/** The caller's missing permissions, each once. */
function findMissingPermissions({ parts, needs }: ImportPlan, { permissions }: Importer): AppError[] {
  const requested = [
    ...parts.filter(isWritten).map(({ kind, name, action }) => ({ kind, name, adds: action === "new" })),
    ...needs
      .filter(({ chosen }) => chosen === createdNow)
      .map(({ name }) => ({ kind: "variable" as const, name, adds: true })),
  ];
  return requested.flatMap(({ kind, name, adds }) => {
    const permission = bits[kind][adds ? "add" : "edit"];
    if (permissions.has(permission)) return [];
    const sentence = `${permissions.missing(permission)}: you can't ${adds ? "create" : "edit"} the ${kind} “${name}”.`;
    return [new AppError("forbidden", sentence, { permission })];
  });
}

const createInvalidError = (message: string): AppError => new AppError("invalid", message);

/** Unmapped required dependencies. */
function findOpenNeeds(plan: ImportPlan): AppError[] {
  const namers = indexNamers(plan);
  const required: NeedKind[] = ["model", "datasource"];
  return plan.needs
    .filter(({ key, kind, chosen }) => required.includes(kind) && chosen === none && key !== unnamedModel)
    .filter((need) => namers(need).length > 0)
    .map(({ kind, name }) => createInvalidError(`Choose the ${kindLabel(kind)} to use for “${name}”.`));
}

/** Variables in a part's prompts, secrets and schedule. */
function findNamesInTexts(part: Parts[PartKind]): Set<string> {
  const { role, goal, backstory, description, expectedOutput, definition } = part as Partial<
    Parts["agent"] & Parts["task"] & Pick<Parts["tool"], "definition">
  >;
  const { environmentVariables, headers, auth } = definition ?? {};
  const values = [environmentVariables, headers, auth].flatMap((own) => Object.values(own ?? {}));
  const texts = [role, goal, backstory, description, expectedOutput, ...values].filter(
    (text) => typeof text === "string",
  );
  return new Set([...findPromptNames(...texts), ...listAppNames(part as Partial<Parts["app"]>)]);
}

/** The written parts that name a dependency. */
export function indexNamers({ parts }: Pick<ImportPlan, "parts">): (need: Pick<PlannedNeed, "key">) => PlannedPart[] {
  const found = new Map<string, Set<PlannedPart>>();
  const note = (key: string, part: PlannedPart) => found.set(key, (found.get(key) ?? new Set()).add(part));
  for (const one of parts.filter(isWritten)) {
    if (lacksModel(one)) note(unnamedModel, one);
    for (const name of findNamesInTexts(one.inFile)) note(`variable:${name}`, one);
    mapRefs(one.kind, one.inFile, (kind, name) => {
      note(`${kind}:${name}`, one);
      return name;
    });
  }
  return ({ key }) => [...(found.get(key) ?? [])];
}

/** Secrets that a branch would read. */
function findReadSecrets({ parts, needs }: ImportPlan): AppError[] {
  const apps = parts.filter(({ kind }) => kind === "app").filter(isWritten);
  const read = new Set(apps.flatMap(({ inFile }) => listReadByBranches(inFile as Parts["app"])));
  return needs
    .filter(({ kind, name }) => kind === "variable" && read.has(name))
    .filter(({ supply, chosen, secret }) => supply?.secret ?? (chosen === createdNow && secret))
    .map(({ name }) => createInvalidError(`The variable ${name} is secret, so a branch can't read it.`));
}

/** Prompts that name secrets, and secrets that a task would set. */
async function findExposedSecrets(db: Reader, { parts, needs }: ImportPlan, { teamId }: Importer): Promise<AppError[]> {
  const found: AppError[] = [];
  for (const one of parts.filter(isWritten)) {
    const { role, goal, backstory, description, expectedOutput } = one.part as Partial<Parts["agent"] & Parts["task"]>;
    if (one.kind !== "agent" && one.kind !== "task") continue;
    const prompts = one.kind === "agent" ? { role, goal, backstory } : { description, expectedOutput };
    for (const { message } of await findSecretIssues(db, teamId, prompts))
      found.push(createInvalidError(`${one.at}: ${message}`));
    if (one.kind !== "task") continue;
    const { outputVariable, formFields } = one.part as Parts["task"];
    const set = [outputVariable, ...formFields.map(({ variable }) => variable)];
    for (const { supply, name } of needs)
      if (supply?.secret && set.includes(supply.id))
        found.push(createInvalidError(`${one.at}: The variable ${name} is secret. Tasks can't set it.`));
  }
  return found;
}

async function catchRefusal(work: () => Promise<unknown>): Promise<AppError[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof AppError) return [error];
    throw error;
  }
}

async function findLimitProblems(
  db: Reader,
  { file, parts }: ImportPlan,
  { team }: Importer,
  { schedule }: Choices,
): Promise<AppError[]> {
  const more = parts.filter(
    (one) => one.action === "new" && (one.part as Partial<Parts["tool"]>).type === "function",
  ).length;
  const { schedule: times } = file.app;
  return [
    ...(more > 0 ? await catchRefusal(() => checkFunctionTools(db, team.orgId, more)) : []),
    ...(schedule && times
      ? await catchRefusal(async () =>
          checkPeriod({ orgId: team.orgId, ...(await getPlan(db, team.orgId)) }, times.every),
        )
      : []),
  ];
}

/** Why an import cannot run: missing permissions, plan limits, and open choices. */
export const findPlanProblems = async (
  db: Reader,
  plan: ImportPlan,
  caller: Importer,
  sent: Choices,
): Promise<AppError[]> => [
  ...findMissingPermissions(plan, caller),
  ...findOpenNeeds(plan),
  ...(await findExposedSecrets(db, plan, caller)),
  ...findReadSecrets(plan),
  ...(await findLimitProblems(db, plan, caller, sent)),
];

/** Validates each tool to be written, like its form's save. */
export async function prepareTools(db: Reader, { parts }: ImportPlan, caller: Importer, signal: AbortSignal) {
  const prepared = new Map<string, PreparedTool>();
  const problems: AppError[] = [];
  for (const one of parts) {
    if (one.kind !== "tool" || !isWritten(one)) continue;
    const { key, at, part, held, action } = one as PlannedPart<"tool">;
    if (lacksDatasource(part)) continue;
    const replaced = action === "new" ? undefined : held?.id;
    try {
      prepared.set(key, await prepareTool(db, caller, part, replaced, signal));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { issues = [] } = error.extra;
      const [first] = issues;
      problems.push(
        createInvalidError(`${at}${first?.path ? `.${first.path}` : ""}: ${first?.message ?? error.message}`),
      );
    }
  }
  return { prepared, problems };
}

/** Reported as a separate problem. */
const lacksDatasource = ({ definition }: Parts["tool"]): boolean =>
  definition.datasource === null || (definition.settings as { datasource?: unknown } | undefined)?.datasource === null;
