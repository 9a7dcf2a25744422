import { formFields } from "@/lib/contract/tasks/form-fields";
import type { TransferFile } from "@/lib/contract/transfers/file";
import { isNamed } from "@/lib/utils/json/is-object";
import { AppError } from "../../../platform/errors/errors";
import { completedTool } from "../../../resources/tools/part";
import { localName, partsOf } from "./file-parts";
import { type Misplaced, placeOf } from "./misplaced";
import { orderProblems } from "./order";
import { mapRefs, type RefKind } from "./references";

const lists = { agent: "agents", task: "tasks", tool: "tools" } as const;
const needs = { model: "models", datasource: "datasources", variable: "variables", person: "people" } as const;

function namesOf(file: TransferFile): { names: Record<RefKind, Set<string>>; wrong: Misplaced[] } {
  const wrong: Misplaced[] = [];
  const names = {} as Record<RefKind, Set<string>>;
  for (const [kind, list] of Object.entries({ ...lists, ...needs })) {
    const seen = new Set<string>();
    for (const [i, one] of file[list].entries()) {
      const name = localName(one);
      if (seen.has(name))
        wrong.push({ at: `${list}[${i}]`, message: "Another one has this name. Give it a ref of its own." });
      seen.add(name);
    }
    names[kind as RefKind] = seen;
  }
  return { names, wrong };
}

const what: Record<RefKind, string> = {
  agent: "agent",
  task: "task",
  tool: "tool",
  model: "model",
  datasource: "datasource",
  variable: "variable",
  person: "person",
};

/** References to missing parts. */
function lostRefs(file: TransferFile, names: Record<RefKind, Set<string>>): Misplaced[] {
  const wrong: Misplaced[] = [];
  for (const { kind, at, part } of partsOf(file))
    mapRefs(kind, part, (of, name, inside) => {
      if (!names[of].has(name))
        wrong.push({ at: `${at}.${inside}`, message: `The file has no ${what[of]} of this name.` });
      return name;
    });
  return wrong;
}

/** Tasks whose context leads back to them. */
function circles({ tasks }: TransferFile): Misplaced[] {
  const contexts = new Map(tasks.map((task) => [localName(task), task.context]));
  return tasks.flatMap((task, i) => {
    const seen = new Set<string>();
    const open = [...task.context];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(...(contexts.get(name) ?? []));
    }
    return seen.has(localName(task)) ? [{ at: `tasks[${i}].context`, message: "This task waits for itself." }] : [];
  });
}

/** Invalid forms of tasks: each field is valid on its own already. */
const forms = ({ tasks }: TransferFile): Misplaced[] =>
  tasks.flatMap((task, i) =>
    (formFields.safeParse(task.formFields.map(({ variable: _, ...own }) => own)).error?.issues ?? []).map(
      ({ path, message }) => ({ at: placeOf(["tasks", i, "formFields", ...path]), message }),
    ),
  );

/** Paths of fields that parsing dropped. */
function lostNames(sent: unknown, kept: unknown, path: readonly PropertyKey[]): PropertyKey[][] {
  if (Array.isArray(sent) && Array.isArray(kept))
    return sent.flatMap((one, i) => lostNames(one, kept[i], [...path, i]));
  if (!isNamed(sent) || !isNamed(kept)) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    Object.hasOwn(kept, name) ? lostNames(value, kept[name], [...path, name]) : [[...path, name]],
  );
}

/** Invalid tool definitions, and unknown fields in them. */
function definitions({ tools }: TransferFile): Misplaced[] {
  return tools.flatMap((tool, i) => {
    try {
      const known = completedTool(tool).definition;
      return lostNames(tool.definition, known, ["tools", i, "definition"]).map((path) => ({
        at: placeOf(path),
        message: "This name is not known here.",
      }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { issues = [{ path: "", message: error.message }] } = error.extra;
      return issues.map(({ path, message }) => ({
        at: placeOf([...`tools.${i}.definition`.split("."), ...path.split(".").filter(Boolean)].map(index)),
        message,
      }));
    }
  });
}

const index = (part: string): PropertyKey => (/^\d+$/.test(part) ? Number(part) : part);

/** Problems of a file whose shape is valid. */
export function problemsIn(file: TransferFile): Misplaced[] {
  const { names, wrong } = namesOf(file);
  return [
    ...wrong,
    ...lostRefs(file, names),
    ...circles(file),
    ...orderProblems(file),
    ...forms(file),
    ...definitions(file),
  ];
}
