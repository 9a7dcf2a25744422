import type { AgentPart, AppPart, TaskPart, ToolPart } from "@/lib/contract/transfer-file";
import { isObject } from "@/lib/utils/is-object";

export interface Parts {
  app: AppPart;
  agent: AgentPart;
  task: TaskPart;
  tool: ToolPart;
}
export type PartKind = keyof Parts;
export type NeedKind = "model" | "datasource" | "variable" | "person";
export type RefKind = Exclude<PartKind, "app"> | NeedKind;

type Place = [path: string[], kind: RefKind];

const asks: Place[] = [
  [["asks", "assignee", "person"], "person"],
  [["asks", "passTo", "person"], "person"],
];

/** Where a part names others; `*` is each entry of a list. */
const places: Record<PartKind, Place[]> = {
  app: [
    [["agent"], "agent"],
    [["agents", "*"], "agent"],
    [["tasks", "*"], "task"],
    [["variables", "*"], "variable"],
    [["manager"], "model"],
  ],
  agent: [
    [["model"], "model"],
    [["functionModel"], "model"],
    [["tools", "*"], "tool"],
    [["pinned", "*"], "tool"],
    [["variables", "*"], "variable"],
  ],
  task: [
    [["agent"], "agent"],
    [["tools", "*"], "tool"],
    [["context", "*"], "task"],
    [["formFields", "*", "variable"], "variable"],
    [["outputVariable"], "variable"],
    ...asks,
  ],
  tool: [
    [["definition", "datasource"], "datasource"],
    [["definition", "settings", "datasource"], "datasource"],
    ...asks,
  ],
};

/** What a name becomes; null leaves it out. `at` is where it stands, as `formFields[1].variable`. */
export type Refer = (kind: RefKind, name: string, at: string) => string | null;

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

/** A part with each name in it replaced: of the same shape, as only texts become texts, null, or are left out of lists. */
export function mapRefs<K extends PartKind>(kind: K, part: Parts[K], refer: Refer): Parts[K] {
  return places[kind].reduce<unknown>(
    (at, [path, of]) => mapAt(at, path, "", (name, place) => refer(of, name, place)),
    part,
  ) as Parts[K];
}
