import type { AgentPart, AppPart, TaskPart, ToolPart } from "@/lib/contract/transfers/file";
import { isObject } from "@/lib/utils/json/is-object";
import { listReferences } from "../../../resources/references/registered";
import { resources } from "../../../resources/registry";

export interface Parts {
  app: AppPart;
  agent: AgentPart;
  task: TaskPart;
  tool: ToolPart;
}
export type PartKind = keyof Parts;
export type NeedKind = "model" | "datasource" | "variable" | "person";
export type RefKind = Exclude<PartKind, "app"> | NeedKind;

type ReferencePath = [path: string[], kind: RefKind];

const person: ReferencePath[] = [
  [["asks", "assignee", "person"], "person"],
  [["asks", "passTo", "person"], "person"],
];

const inBranch = ([path, kind]: ReferencePath): ReferencePath => [["branches", "*", ...path], kind];

/** References outside the declared columns. */
const undeclaredPaths: Record<PartKind, ReferencePath[]> = {
  app: [
    [["branches", "*", "source"], "task"],
    [["branches", "*", "after", "*"], "task"],
    [["branches", "*", "cases", "*", "source"], "task"],
    [["branches", "*", "cases", "*", "conditions", "*", "source"], "task"],
    [["branches", "*", "cases", "*", "tasks", "*"], "task"],
    [["branches", "*", "defaultTasks", "*"], "task"],
    [["branches", "*", "itemTasks", "*"], "task"],
    ...person.map(inBranch),
  ],
  agent: [[["pinned", "*"], "tool"]],
  task: person,
  tool: [[["definition", "settings", "datasource"], "datasource"], ...person],
};

/** Paths of references in a part; `*` matches each list entry. */
const listPaths = (kind: PartKind): ReferencePath[] => [
  ...listReferences(resources[kind]).flatMap(([, { part, to }]): ReferencePath[] =>
    part ? [[part.split("."), to as RefKind]] : [],
  ),
  ...undeclaredPaths[kind],
];
const paths = { app: listPaths("app"), agent: listPaths("agent"), task: listPaths("task"), tool: listPaths("tool") };

/** Resolves a name; null omits it. `at` is its path, such as `formFields[1].variable`. */
export type ResolveRef = (kind: RefKind, name: string, at: string) => string | null;

function mapAt(
  value: unknown,
  [step, ...rest]: string[],
  at: string,
  refer: (name: string, at: string) => string | null,
): unknown {
  if (step === undefined) return typeof value === "string" ? refer(value, at) : value;
  if (step === "*") {
    if (!Array.isArray(value)) return value;
    return value.map((one, i) => mapAt(one, rest, `${at}[${i}]`, refer)).filter((one) => one !== null);
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: mapAt(value[step], rest, at ? `${at}.${step}` : step, refer) };
}

/** Replaces each name in a part. The shape is unchanged: texts become texts or null, or are removed from lists. */
export function mapRefs<K extends PartKind>(kind: K, part: Parts[K], refer: ResolveRef): Parts[K] {
  return paths[kind].reduce<unknown>(
    (at, [path, of]) => mapAt(at, path, "", (name, place) => refer(of, name, place)),
    part,
  ) as Parts[K];
}
