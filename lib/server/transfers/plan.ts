import { nameMax } from "@/lib/constants/limits";
import type { TransferFile } from "@/lib/contract/transfer-file";
import type { PartAction } from "@/lib/contract/transfers";
import { cutText } from "@/lib/utils/cut-text";
import { fillNames } from "@/lib/utils/prompt-names";
import { sameJson } from "@/lib/utils/same-json";
import type { TeamCallContext } from "../http/implement";
import { keyOf, localName, partsOf } from "./file-parts";
import { none, type PlannedNeed, planNeeds } from "./needs";
import { mapRefs, type PartKind, type Parts, type RefKind } from "./places";
import { type Held, heldByNames, namesLike, type Reader } from "./stock";
import { plain } from "./write-yaml";

export interface Choices {
  choices: Record<string, PartAction>;
  mapping: Record<string, string>;
  schedule: boolean;
}
export type Importer = Pick<TeamCallContext, "teamId" | "team" | "accountId" | "permissions" | "alsoSeenBy">;

/** A part of the file, and what becomes of it here. */
export interface Planned<K extends PartKind = PartKind> {
  key: string;
  kind: K;
  /** Where it stands in the file. */
  at: string;
  name: string;
  /** What it is called afterwards. */
  as: string;
  status: "new" | "same" | "changed";
  action: PartAction;
  actions: PartAction[];
  held: Held<K> | undefined;
  /** With ids of the team's where the file has names, and the keys of what is to be made. */
  part: Parts[K];
  inFile: Parts[K];
}

export interface Plan {
  file: TransferFile;
  needs: PlannedNeed[];
  /** Each behind those that it names. */
  parts: Planned[];
}

export const isWritten = ({ action }: Planned): boolean =>
  action === "new" || action === "replace" || action === "revision";

/** Both say the same, whatever the order of their fields. */
const same = <K extends PartKind>(kind: K, one: Parts[K], other: Parts[K]): boolean =>
  sameJson({ ...plain(kind, one), ref: null }, { ...plain(kind, other), ref: null });

/** Parts in an order in which each comes behind those that it names. A file's tasks have no circle. */
function inOrder(file: TransferFile): ReturnType<typeof partsOf> {
  const all = partsOf(file);
  const tasks = new Map(all.flatMap((one) => (one.kind === "task" ? [[localName(one.part), one] as const] : [])));
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

/** Texts in which variables stand in braces. */
const texts = ["role", "goal", "backstory", "description", "expectedOutput"] as const;

/** A part with other names of variables where others were chosen. */
function renamed<K extends PartKind>(kind: K, part: Parts[K], names: ReadonlyMap<string, string>): Parts[K] {
  if (names.size === 0 || kind === "tool") return part;
  const braced = new Map([...names].map(([from, to]) => [from, `{${to}}`]));
  const entries = Object.entries(part).map(([field, value]) => {
    const prompt = kind !== "app" && (texts as readonly string[]).includes(field);
    return [field, prompt && typeof value === "string" ? fillNames(value, braced) : value];
  });
  const own = Object.fromEntries(entries);
  if (own.schedule?.variables)
    own.schedule = { ...own.schedule, variables: renamedKeys(own.schedule.variables, names) };
  return own;
}

const renamedKeys = (values: Record<string, string>, names: ReadonlyMap<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]));

/** An app runs by itself only where that is chosen; otherwise what runs by itself goes on so. */
const scheduled = <K extends PartKind>(kind: K, part: Parts[K], chosen: boolean): Parts[K] =>
  kind === "app" && !chosen ? { ...part, schedule: null } : part;

/** What it uses elsewhere is only told. */
const unpinned = <K extends PartKind>(kind: K, part: Parts[K]): Parts[K] =>
  kind === "agent" ? { ...part, pinned: [] } : part;

/** What the team has instead of what the file leaves open. */
function completed<K extends PartKind>(kind: K, part: Parts[K], held: Parts[K]): Parts[K] {
  if (kind === "app") return { ...part, schedule: (part as Parts["app"]).schedule ?? (held as Parts["app"]).schedule };
  if (kind !== "tool") return part;
  const { functionName, repeatable } = held as Parts["tool"];
  const { functionName: named = functionName, repeatable: safe = repeatable, ...own } = part as Parts["tool"];
  return { ...own, functionName: named, repeatable: safe } as Parts[K];
}

const fits = <K extends PartKind>(kind: K, part: Parts[K], held: Held<K>): boolean =>
  (kind !== "tool" && kind !== "app") || (part as { type: string }).type === (held.part as { type: string }).type;

const kinds: PartKind[] = ["tool", "agent", "task", "app"];

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let i = 1; ; i += 1) {
    const end = i === 1 ? "" : ` ${i}`;
    const wanted = `${cutText(name, nameMax - end.length)}${end}`;
    if (!taken.has(wanted)) return wanted;
  }
}

/** What an import would make of each part. Reads alone, and only what the caller may see. */
export async function planImport(db: Reader, caller: Importer, file: TransferFile, sent: Choices): Promise<Plan> {
  const needs = await planNeeds(file, { db, ...caller, mapping: sent.mapping });
  const chosen = new Map(
    needs.map((need) => [need.key, need.chosen === none ? null : (need.supply?.id ?? `new:${need.key}`)]),
  );
  const names = new Map(
    needs.flatMap(({ kind, name, supply }) =>
      kind === "variable" && supply && supply.name !== name ? [[name, supply.name]] : [],
    ),
  );
  const open = inOrder(file);
  const held = new Map<PartKind, Held[]>();
  const taken = new Map<PartKind, Set<string>>();
  for (const kind of kinds) {
    const own = open.filter((one) => one.kind === kind).map(({ part }) => part.name);
    held.set(kind, own.length > 0 ? await heldByNames(db, caller, kind, own) : []);
    taken.set(kind, new Set(own.length > 0 ? await namesLike(db, caller, kind, own) : []));
  }
  const used = new Set<string>();
  const parts: Planned[] = [];
  const resolve = (kind: RefKind, name: string): string | null => chosen.get(`${kind}:${name}`) ?? null;
  for (const { kind, at, part: inFile } of open) {
    const key = keyOf(kind, inFile);
    const inTeam = mapRefs(kind, renamed(kind, inFile, names), resolve);
    const part = unpinned(kind, scheduled(kind, inTeam, sent.schedule));
    const candidates = (held.get(kind) ?? []).filter(
      (one) => one.name === part.name && !used.has(one.id) && fits(kind, part, one),
    );
    const equal = candidates.find((one) => same(kind, completed(kind, part, one.part), one.part));
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
    const own = taken.get(kind) ?? new Set();
    const as = action === "new" ? freeName(part.name, own) : part.name;
    // Two that the file calls the same stay so.
    if (as !== part.name) own.add(as);
    const done = { ...(match && action !== "new" ? completed(kind, part, match.part) : part), name: as };
    const id = action === "leave" ? null : action === "new" ? `new:${key}` : (match?.id ?? null);
    chosen.set(key, id);
    parts.push({ key, kind, at, name: part.name, as, status, action, actions, held: match, part: done, inFile });
  }
  return { file, needs, parts };
}
