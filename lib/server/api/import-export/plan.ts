import { nameMax } from "@/lib/constants/limits";
import type { BranchPart } from "@/lib/contract/transfers/branches";
import type { TransferFile } from "@/lib/contract/transfers/file";
import type { PartAction } from "@/lib/contract/transfers/schemas";
import { sameJson } from "@/lib/utils/json/same-json";
import { fillNames } from "@/lib/utils/text/prompt-names";
import { truncate } from "@/lib/utils/text/truncate";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Reader } from "../../platform/db/client";
import { type ExistingPart, findNamesLike, findPartsByNames } from "./existing-resources";
import { renameInBranch } from "./file/app-names";
import { getLocalName, listParts, toKey } from "./file/file-parts";
import { mapRefs, type PartKind, type Parts, type RefKind } from "./file/references";
import { toPlainPart } from "./file/write-yaml";
import { none, type PlannedNeed, planNeeds, unnamedModel } from "./needs";

export interface Choices {
  choices: Record<string, PartAction>;
  mapping: Record<string, string>;
  schedule: boolean;
}
export type Importer = Pick<TeamCallContext, "teamId" | "team" | "accountId" | "permissions" | "viewAs">;

/** A part of the file with the import's action for it. */
export interface PlannedPart<K extends PartKind = PartKind> {
  key: string;
  kind: K;
  /** Its path in the file. */
  at: string;
  name: string;
  /** Its name after the import. */
  as: string;
  status: "new" | "same" | "changed";
  action: PartAction;
  actions: PartAction[];
  held: ExistingPart<K> | undefined;
  /** Contains the team's ids instead of names, and keys of parts to be created. */
  part: Parts[K];
  inFile: Parts[K];
}

export interface ImportPlan {
  file: TransferFile;
  needs: PlannedNeed[];
  /** Ordered so that each part follows its dependencies. */
  parts: PlannedPart[];
}

export const isWritten = ({ action }: PlannedPart): boolean =>
  action === "new" || action === "replace" || action === "revision";

/** What is only information in a file. */
const noted = { ref: null, revision: null };

/** Whether two parts are equal, ignoring the order of fields. */
const isEqual = <K extends PartKind>(kind: K, one: Parts[K], other: Parts[K]): boolean =>
  sameJson({ ...toPlainPart(kind, one), ...noted }, { ...toPlainPart(kind, other), ...noted });

/** Parts in order of dependency. A file's tasks have no cycles. */
function sortByDependency(file: TransferFile): ReturnType<typeof listParts> {
  const all = listParts(file);
  const tasks = new Map(all.flatMap((one) => (one.kind === "task" ? [[getLocalName(one.part), one] as const] : [])));
  const done = new Set<string>();
  const ordered: typeof all = [];
  const visit = (name: string) => {
    const one = tasks.get(name);
    if (!one || done.has(name)) return;
    done.add(name);
    for (const before of one.part.context) visit(before);
    ordered.push(one);
  };
  for (const name of tasks.keys()) visit(name);
  return [
    ...all.filter(({ kind }) => kind === "tool" || kind === "agent"),
    ...ordered,
    ...all.filter(({ kind }) => kind === "app"),
  ];
}

/** Whether it is an agent for which the file names no model. */
export const lacksModel = ({ kind, inFile }: Pick<PlannedPart, "kind" | "inFile">): boolean =>
  kind === "agent" && !(inFile as Parts["agent"]).model;

/** Fields that can contain variables in braces. */
const texts = ["role", "goal", "backstory", "description", "expectedOutput"] as const;

/** Renames variables in a part according to the choices. */
function renameVariables<K extends PartKind>(kind: K, part: Parts[K], names: ReadonlyMap<string, string>): Parts[K] {
  if (names.size === 0 || kind === "tool") return part;
  const braced = new Map([...names].map(([from, to]) => [from, `{${to}}`]));
  const entries = Object.entries(part).map(([field, value]) => {
    const prompt = kind !== "app" && (texts as readonly string[]).includes(field);
    return [field, prompt && typeof value === "string" ? fillNames(value, braced) : value];
  });
  const own = Object.fromEntries(entries);
  if (own.schedule?.variables) own.schedule = { ...own.schedule, variables: renameKeys(own.schedule.variables, names) };
  if (own.branches) own.branches = own.branches.map((branch: BranchPart) => renameInBranch(branch, names));
  return own;
}

const renameKeys = (values: Record<string, string>, names: ReadonlyMap<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]));

/** A new schedule is enabled only if chosen; an existing one remains enabled. */
const withSchedule = <K extends PartKind>(kind: K, part: Parts[K], chosen: boolean): Parts[K] =>
  kind === "app" && !chosen ? { ...part, schedule: null } : part;

/** Pinned revisions are only reported. */
const withoutPins = <K extends PartKind>(kind: K, part: Parts[K]): Parts[K] =>
  kind === "agent" ? { ...part, pinned: [] } : part;

/** Fills in from the team's part what the file omits. */
function completePart<K extends PartKind>(kind: K, part: Parts[K], held: Parts[K]): Parts[K] {
  if (kind === "app") return { ...part, schedule: (part as Parts["app"]).schedule ?? (held as Parts["app"]).schedule };
  if (kind !== "tool") return part;
  const { functionName, repeatable } = held as Parts["tool"];
  const { functionName: named = functionName, repeatable: safe = repeatable, ...own } = part as Parts["tool"];
  return { ...own, functionName: named, repeatable: safe } as Parts[K];
}

const canReplace = <K extends PartKind>(kind: K, part: Parts[K], held: ExistingPart<K>): boolean =>
  (kind !== "tool" && kind !== "app") || (part as { type: string }).type === (held.part as { type: string }).type;

const kinds: PartKind[] = ["tool", "agent", "task", "app"];

function findFreeName(name: string, usedNames: ReadonlySet<string>): string {
  for (let i = 1; ; i += 1) {
    const end = i === 1 ? "" : ` ${i}`;
    const wanted = `${truncate(name, nameMax - end.length)}${end}`;
    if (!usedNames.has(wanted)) return wanted;
  }
}

/** The models of the team's agents, by the keys of those that the file's agents of the same names have. */
function findUsedModels({ agents }: TransferFile, held: readonly ExistingPart[] = []): ReadonlyMap<string, string> {
  const own = new Map(held.map(({ name, part }) => [name, (part as Parts["agent"]).model]));
  return new Map(
    agents.flatMap(({ name, model }) => {
      const used = own.get(name);
      return used ? [[`model:${model ?? ""}`, used] as const] : [];
    }),
  );
}

/** Plans an import without writing, limited to what the caller can see. */
export async function planImport(db: Reader, caller: Importer, file: TransferFile, sent: Choices): Promise<ImportPlan> {
  const open = sortByDependency(file);
  const held = new Map<PartKind, ExistingPart[]>();
  const usedNames = new Map<PartKind, Set<string>>();
  for (const kind of kinds) {
    const own = open.filter((one) => one.kind === kind).map(({ part }) => part.name);
    held.set(kind, own.length > 0 ? await findPartsByNames(db, caller, kind, own) : []);
    usedNames.set(kind, new Set(own.length > 0 ? await findNamesLike(db, caller, kind, own) : []));
  }
  const usedModels = findUsedModels(file, held.get("agent"));
  const needs = await planNeeds(file, { db, ...caller, mapping: sent.mapping, usedModels });
  const chosen = new Map(
    needs.map((need) => [need.key, need.chosen === none ? null : (need.supply?.id ?? `new:${need.key}`)]),
  );
  const names = new Map(
    needs.flatMap(({ kind, name, supply }) =>
      kind === "variable" && supply && supply.name !== name ? [[name, supply.name]] : [],
    ),
  );
  const used = new Set<string>();
  const parts: PlannedPart[] = [];
  const resolve = (kind: RefKind, name: string): string | null => chosen.get(`${kind}:${name}`) ?? null;
  for (const { kind, at, part: inFile } of open) {
    const key = toKey(kind, inFile);
    const mapped = mapRefs(kind, renameVariables(kind, inFile, names), resolve);
    const inTeam = lacksModel({ kind, inFile }) ? { ...mapped, model: chosen.get(unnamedModel) ?? null } : mapped;
    const part = withoutPins(kind, withSchedule(kind, inTeam, sent.schedule));
    const candidates = (held.get(kind) ?? []).filter(
      (one) => one.name === part.name && !used.has(one.id) && canReplace(kind, part, one),
    );
    const equal = candidates.find((one) => isEqual(kind, completePart(kind, part, one.part), one.part));
    const match = equal ?? candidates.at(-1);
    const status = equal ? "same" : match ? "changed" : "new";
    const actions: PartAction[] = [
      "new",
      ...(status === "changed" ? (["replace"] as const) : []),
      ...(status === "changed" && kind === "tool" ? (["revision"] as const) : []),
      ...(match ? (["use"] as const) : []),
      ...(kind === "tool" ? (["leave"] as const) : []),
    ];
    const wanted = Object.hasOwn(sent.choices, key) ? sent.choices[key] : undefined;
    const action = wanted && actions.includes(wanted) ? wanted : status === "same" ? "use" : "new";
    if (match && action !== "new" && action !== "leave") used.add(match.id);
    const own = usedNames.get(kind) ?? new Set();
    const as = action === "new" ? findFreeName(part.name, own) : part.name;
    // Parts with the same name in the file keep a common name.
    if (as !== part.name) own.add(as);
    const done = { ...(match && action !== "new" ? completePart(kind, part, match.part) : part), name: as };
    const id = action === "leave" ? null : action === "new" ? `new:${key}` : (match?.id ?? null);
    chosen.set(key, id);
    parts.push({ key, kind, at, name: part.name, as, status, action, actions, held: match, part: done, inFile });
  }
  return { file, needs, parts };
}
