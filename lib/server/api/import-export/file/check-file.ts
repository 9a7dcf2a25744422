import { formFields } from "@/lib/contract/tasks/form-fields";
import type { TransferFile } from "@/lib/contract/transfers/file";
import { isRecord } from "@/lib/utils/json/is-object";
import { AppError } from "../../../platform/errors/errors";
import { completeTool } from "../../../resources/tools/part";
import { getLocalName, listParts } from "./file-parts";
import { type FileProblem, toReadablePath } from "./file-problem";
import { findOrderProblems } from "./order";
import { mapRefs, type RefKind } from "./references";

const lists = { agent: "agents", task: "tasks", tool: "tools" } as const;
const needs = { model: "models", datasource: "datasources", variable: "variables", person: "people" } as const;

function indexNames(file: TransferFile): { names: Record<RefKind, Set<string>>; problems: FileProblem[] } {
  const problems: FileProblem[] = [];
  const names = {} as Record<RefKind, Set<string>>;
  for (const [kind, list] of Object.entries({ ...lists, ...needs })) {
    const seen = new Set<string>();
    for (const [i, one] of file[list].entries()) {
      const name = getLocalName(one);
      if (seen.has(name))
        problems.push({ at: `${list}[${i}]`, message: "Another item has this name. Add a unique ref." });
      seen.add(name);
    }
    names[kind as RefKind] = seen;
  }
  return { names, problems };
}

const kindLabels: Record<RefKind, string> = {
  agent: "agent",
  task: "task",
  tool: "tool",
  model: "model",
  datasource: "data source",
  variable: "variable",
  person: "person",
};

/** References to missing parts. */
function findMissingRefs(file: TransferFile, names: Record<RefKind, Set<string>>): FileProblem[] {
  const problems: FileProblem[] = [];
  for (const { kind, at, part } of listParts(file))
    mapRefs(kind, part, (of, name, inside) => {
      if (!names[of].has(name))
        problems.push({ at: `${at}.${inside}`, message: `The file has no ${kindLabels[of]} with this name.` });
      return name;
    });
  return problems;
}

/** Finds tasks that depend on themselves through their context. */
function findCycles({ tasks }: TransferFile): FileProblem[] {
  const contexts = new Map(tasks.map((task) => [getLocalName(task), task.context]));
  return tasks.flatMap((task, i) => {
    const seen = new Set<string>();
    const open = [...task.context];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(...(contexts.get(name) ?? []));
    }
    return seen.has(getLocalName(task)) ? [{ at: `tasks[${i}].context`, message: "This task depends on itself." }] : [];
  });
}

/** Finds invalid forms of tasks, whose individual fields have been validated already. */
const findInvalidForms = ({ tasks }: TransferFile): FileProblem[] =>
  tasks.flatMap((task, i) =>
    (formFields.safeParse(task.formFields.map(({ variable: _, ...own }) => own)).error?.issues ?? []).map(
      ({ path, message }) => ({ at: toReadablePath(["tasks", i, "formFields", ...path]), message }),
    ),
  );

/** Paths of fields that parsing dropped. */
function findUnknownNames(sent: unknown, kept: unknown, path: readonly PropertyKey[]): PropertyKey[][] {
  if (Array.isArray(sent) && Array.isArray(kept))
    return sent.flatMap((one, i) => findUnknownNames(one, kept[i], [...path, i]));
  if (!isRecord(sent) || !isRecord(kept)) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    Object.hasOwn(kept, name) ? findUnknownNames(value, kept[name], [...path, name]) : [[...path, name]],
  );
}

/** Invalid tool definitions, and unknown fields in them. */
function findInvalidDefinitions({ tools }: TransferFile): FileProblem[] {
  return tools.flatMap((tool, i) => {
    try {
      const known = completeTool(tool).definition;
      return findUnknownNames(tool.definition, known, ["tools", i, "definition"]).map((path) => ({
        at: toReadablePath(path),
        message: "This field isn't recognized.",
      }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { issues = [{ path: "", message: error.message }] } = error.extra;
      return issues.map(({ path, message }) => ({
        at: toReadablePath([...`tools.${i}.definition`.split("."), ...path.split(".").filter(Boolean)].map(toPathKey)),
        message,
      }));
    }
  });
}

const toPathKey = (part: string): PropertyKey => (/^\d+$/.test(part) ? Number(part) : part);

/** Finds the problems of a file that matches the schema. */
export function findProblems(file: TransferFile): FileProblem[] {
  const { names, problems } = indexNames(file);
  return [
    ...problems,
    ...findMissingRefs(file, names),
    ...findCycles(file),
    ...findOrderProblems(file),
    ...findInvalidForms(file),
    ...findInvalidDefinitions(file),
  ];
}
