import { z } from "zod";
import { exportFormats } from "@/lib/constants/export-formats";
import { maxImportBytes } from "@/lib/constants/limits";
import { branchFields, withinSchema } from "../apps/branch";
import { defineShapes, withShapes } from "../base/endpoint";
import { empty } from "../base/fields";
import { importStepView } from "./import-steps";
import { transfers as policies } from "./policies";

/**
 * What an import does with a part: `new` creates it, renamed if its name is taken; `replace` updates the team's own;
 * `revision` adds its definition as a revision that is not applied; `use` keeps the team's own; `leave` leaves it out.
 */
const partActions = ["new", "replace", "revision", "use", "leave"] as const;
export type PartAction = (typeof partActions)[number];

/** Key of a part or a need: kind and name, as in `tool:Doubler`. */
const key = z.string().max(250);
const sent = {
  /** The text of one file, unless files are sent. */
  text: z
    .string("Send the file's text.")
    .min(1, "Send the file's text.")
    .max(maxImportBytes, `Use up to ${maxImportBytes.toLocaleString("en")} characters.`)
    .optional(),
  choices: z.record(key, z.enum(partActions)).default({}),
  /** For each need: an id in the team, `add` to create a variable, or `none`. */
  mapping: z.record(key, z.string().max(100)).default({}),
  /** Keep the app's schedule, running as the importer. */
  schedule: z.boolean().default(false),
};

const part = z.object({
  key: z.string(),
  kind: z.enum(["app", "agent", "task", "tool"]),
  name: z.string(),
  /** Its name after the import. */
  as: z.string(),
  /** Compared with the team's resource of that name. */
  status: z.enum(["new", "same", "changed"]),
  action: z.enum(partActions),
  actions: z.array(z.enum(partActions)),
  /** The team's resource as YAML, if any. */
  before: z.string().nullable(),
  after: z.string(),
  /** Id of the team's resource. */
  _id: z.string().nullable(),
});
export type PreviewPart = z.output<typeof part>;

const position = z.int().min(0);
const previewTask = z.object({
  name: z.string(),
  /** The start of it. */
  description: z.string(),
  agent: z.string().nullable(),
  /** The agent's model. */
  model: z.string().nullable(),
  /** Its own tools and, unless a manager delegates it, those of its agent. */
  tools: z.array(z.string()),
  /** Positions of the earlier tasks that it depends on, from 0. */
  waitsFor: z.array(position),
  /** The cases of a branch in which it runs; null: always. */
  within: withinSchema.nullable(),
  requiresHumanInput: z.boolean(),
  /** Labels of the fields of its form. */
  fields: z.array(z.string()),
  storeTaskOutput: z.boolean(),
  taskOutputFileName: z.string().nullable(),
});
const previewBranch = z.object({
  id: z.string(),
  name: z.string(),
  by: branchFields.by,
  /** What it compares, classifies, asks or repeats tasks for. */
  source: z.string(),
  cases: z.array(z.object({ id: z.string(), name: z.string(), condition: z.string() })),
  /** The position of the task before which it decides. */
  before: position,
  /** Positions of the tasks that it depends on, from 0. */
  waitsFor: z.array(position),
  within: withinSchema.nullable(),
});
const previewProcess = z.object({
  process: z.enum(["sequential", "hierarchical"]),
  /** The manager's model. */
  manager: z.string().nullable(),
  /** Of a hierarchical process: the agents that work can be delegated to. */
  agents: z.array(z.string()),
  tasks: z.array(previewTask),
  branches: z.array(previewBranch),
});
export type PreviewProcess = z.output<typeof previewProcess>;

const need = z.object({
  key: z.string(),
  kind: z.enum(["model", "datasource", "variable", "person"]),
  name: z.string(),
  /** Further details from the file. */
  detail: z.string(),
  usedBy: z.array(z.string()),
  chosen: z.string(),
  /** For a model, the nearest ones first. `closest`: one of the nearest to a model that the team lacks. */
  options: z.array(z.object({ value: z.string(), label: z.string(), closest: z.boolean().optional() })),
  /** A connection of the team at which the named model can be added; null if it has the model, or no connection. */
  addModel: z
    .object({
      providerId: z.string(),
      provider: z.string(),
      model: z.string(),
      modelType: z.enum(["llm", "embedding"]),
    })
    .nullable(),
});
export type PreviewNeed = z.output<typeof need>;

const todo = z.object({ message: z.string(), href: z.string().nullable() });
export type ImportTodo = z.output<typeof todo>;

/** Where a file comes from. */
const importSystems = ["muster", "flowise", "dify", "crewai", "langflow", "agent-builder"] as const;
const source = z.object({
  system: z.enum(importSystems),
  /** As stated in the file; null: it states none. */
  version: z.string().nullable(),
  /** The number of parts of the source: nodes, agents, tasks, tools and settings. */
  parts: z.number().int(),
});
export type ImportSource = z.output<typeof source>;

/**
 * The outcome for a part of the source, or of an exported app: it is kept, approximated, completed by a person, or left out.
 * The note says how, what to do, or why.
 */
const importOutcomes = ["taken", "approximated", "needs", "left"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
const reportEntry = z.object({
  part: z.string(),
  type: z.string(),
  outcome: z.enum(importOutcomes),
  note: z.string(),
});
export type ReportEntry = z.output<typeof reportEntry>;

const previewSchema = z.object({
  /** Fingerprint of the file, the choices and the team's state: an import with another one is refused. */
  fingerprint: z.string(),
  app: z.string(),
  source,
  /** One entry for each part of the source. */
  report: z.array(reportEntry),
  parts: z.array(part),
  /** The process as it is after the import; null: the app is a chat. */
  process: previewProcess.nullable(),
  needs: z.array(need),
  /** The schedule of the file's app. */
  schedule: z.string().nullable(),
  /** Why it cannot be imported like this. */
  problems: z.array(z.string()),
  /** Remaining manual steps. */
  todo: z.array(todo),
  /** False: everything exists already. */
  changes: z.boolean(),
});
export type ImportPreview = z.output<typeof previewSchema>;

/** Default: Muster's own file. Projects for other systems are zips. */
const exportQuery = z.object({ format: z.enum(exportFormats, "Choose a format.").default("muster") });

export const shapes = defineShapes({
  export: { query: exportQuery },
  exportReport: {
    query: exportQuery,
    response: z.object({
      /** One entry for each part of the app's file. */
      report: z.array(reportEntry),
      /** The files of the zip; the file's name for Muster's own. */
      files: z.array(z.string()),
    }),
  },
  preview: { body: z.object(sent), response: z.object({ preview: previewSchema }) },
  import: {
    body: z.object({ ...sent, fingerprint: z.string().max(100) }),
    response: z.object({ _id: z.string(), todo: z.array(todo) }),
  },
  steps: { response: z.object({ steps: z.array(importStepView) }) },
  tickStep: { body: z.object({ step: z.string().max(200), done: z.boolean() }), response: empty },
  dismissSteps: { response: empty },
});

export const transfers = withShapes(policies, shapes);
