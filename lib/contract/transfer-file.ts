import { z } from "zod";
import { nameMax, processTasksMost, variableNameMax, variableValueMax } from "@/lib/constants/limits";
import { schedulePeriods } from "@/lib/constants/plans";
import { providerIds } from "@/lib/constants/providers";
import { toolTypes } from "@/lib/constants/tools";
import { teamRoles } from "@/lib/permissions/roles";
import { agentForm } from "./agents";
import { appForm } from "./apps";
import { askRules } from "./asks";
import { nameField } from "./fields";
import { formField } from "./form-fields";
import { taskForm } from "./tasks";
import { functionNameField, toolForm } from "./tools";

/** What a file says that it is. */
export const fileVersion = 1;
const partsMost = 200;

/** What other parts call a part by: its name, with a number where several have it. */
const ref = z
  .string()
  .trim()
  .min(1, "Name it.")
  .max(nameMax + 10, `Use at most ${nameMax + 10} characters.`);
const refs = z.array(ref).max(100, "Name at most 100.").default([]);
const parts = <T extends z.ZodType>(one: T, most = partsMost) =>
  z.array(one).max(most, `Use at most ${most}.`).default([]);
const own = { name: nameField, ref: ref.optional() };

const assignee = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("anyone") }),
  z.strictObject({ type: z.literal("role"), role: z.enum(teamRoles, "Choose a role.") }),
  z.strictObject({ type: z.literal("person"), person: ref }),
]);
const rules = askRules.shape;
const asks = z
  .strictObject({
    assignee: assignee.default({ type: "anyone" }),
    minutes: rules.minutes,
    onDeadline: rules.onDeadline,
    passTo: assignee.nullable().default(null),
  })
  .nullable()
  .default(null);
export type FileAsks = z.output<typeof asks>;

const agent = agentForm.shape;
export const agentPart = z.strictObject({
  ...own,
  ...{ role: agent.role, goal: agent.goal, backstory: agent.backstory },
  model: ref.nullable().default(null),
  functionModel: ref.nullable().default(null),
  tools: refs,
  /** Those of its tools that it uses in another revision than the file has, where it comes from. */
  pinned: refs,
  variables: refs,
  allowDelegation: agent.allowDelegation,
  maxIterations: agent.maxIterations,
});
export type AgentPart = z.output<typeof agentPart>;

const task = taskForm.shape;
const field = formField.shape;
export const taskPart = z.strictObject({
  ...own,
  ...{ description: task.description, expectedOutput: task.expectedOutput },
  agent: ref.nullable().default(null),
  tools: refs,
  context: refs,
  requiresHumanInput: task.requiresHumanInput,
  formFields: parts(
    z.strictObject({
      ...{ name: field.name, label: field.label, description: field.description, type: field.type },
      ...{ options: field.options, required: field.required, variable: ref.optional() },
    }),
  ),
  asks,
  structuredOutput: task.structuredOutput,
  storeTaskOutput: task.storeTaskOutput,
  taskOutputFileName: task.taskOutputFileName,
  outputVariable: ref.nullable().default(null),
  displayOnlyFinalOutput: task.displayOnlyFinalOutput,
});
export type TaskPart = z.output<typeof taskPart>;

const [tool] = toolForm.options;
export const toolPart = z.strictObject({
  ...own,
  functionName: functionNameField.optional(),
  type: z.enum(toolTypes, "Choose what kind of tool it is."),
  description: tool.shape.description,
  requireApproval: tool.shape.requireApproval,
  asks,
  repeatable: tool.shape.repeatable,
  /** Parsed once more by its type; a datasource stands in it by its name, what is secret is null. */
  definition: z.record(z.string(), z.unknown()),
});
export type ToolPart = z.output<typeof toolPart>;

const app = appForm.shape;
const common = {
  ...{ description: app.description, tags: app.tags, variables: refs },
  /** In UTC. Nobody it runs as: that is whoever imports it, if they say so. */
  schedule: z
    .strictObject({
      every: z.enum(schedulePeriods, "Choose how often."),
      message: z.string().trim().max(65_536, "Use at most 65,536 characters.").optional(),
      variables: z.record(z.string().max(variableNameMax), z.string().max(variableValueMax)).optional(),
    })
    .nullable()
    .default(null),
};
export const appPart = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      name: nameField,
      type: z.literal("chat"),
      ...common,
      agent: ref.nullable().default(null),
      conversationStarters: app.conversationStarters,
      maxMessages: app.maxMessages,
    }),
    z.strictObject({
      name: nameField,
      type: z.literal("process"),
      ...common,
      tasks: refs,
      process: app.process,
      manager: ref.nullable().default(null),
      agents: refs,
      fullOutput: app.fullOutput,
    }),
  ],
  "Choose what kind of app this is.",
);
export type AppPart = z.output<typeof appPart>;

/** What the team must have: found by its name, or chosen. */
export const modelNeed = z.strictObject({
  ...own,
  provider: z.enum(providerIds),
  model: z.string().min(1).max(200),
  modelType: z.enum(["llm", "embedding"]).default("llm"),
});
export const datasourceNeed = z.strictObject(own);
export const variableNeed = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(variableNameMax)
    .regex(/^[^\s{}]*$/, "Use no spaces and no braces."),
  description: app.description,
  secret: z.boolean().default(false),
});
export const personNeed = z.strictObject(own);

/** A whole file. */
export const transferFile = z.strictObject({
  muster: z.literal(fileVersion),
  kind: z.literal("app", "Give the file of an app."),
  exported: z.string().max(100).optional(),
  app: appPart,
  agents: parts(agentPart),
  tasks: parts(taskPart, processTasksMost),
  tools: parts(toolPart),
  models: parts(modelNeed),
  datasources: parts(datasourceNeed),
  variables: parts(variableNeed),
  people: parts(personNeed),
});
export type TransferFile = z.output<typeof transferFile>;
