import { z } from "zod";
import { maxBranches, maxProcessTasks, variableNameMax, variableValueMax } from "@/lib/constants/limits";
import { schedulePeriods } from "@/lib/constants/plans";
import { providerIds } from "@/lib/constants/providers";
import { toolTypes } from "@/lib/constants/tools";
import { agentForm } from "../agents/schemas";
import { appForm } from "../apps/schemas";
import { nameField } from "../base/fields";
import { checkTiming, timingFields } from "../base/schedule";
import { formField } from "../tasks/form-fields";
import { taskForm } from "../tasks/schemas";
import { functionNameField, toolForm } from "../tools/forms";
import { branchPart } from "./branches";
import { refField as ref, refs } from "./fields";
import { fileInputRequestRules } from "./input-request-rules";

/** The version of the file format. */
export const fileVersion = 1;
const maxParts = 200;

const parts = <T extends z.ZodType>(one: T, max = maxParts) => z.array(one).max(max, `Use up to ${max}.`).default([]);
const own = { name: nameField, ref: ref.optional() };

/** The exported revision, as information: an import creates one of its own. */
const revision = z.int().min(1).optional();

const agent = agentForm.shape;
export const agentPart = z.strictObject({
  ...own,
  revision,
  role: agent.role,
  goal: agent.goal,
  backstory: agent.backstory,
  model: ref.nullable().default(null),
  functionModel: ref.nullable().default(null),
  tools: refs,
  /** Tools that the agent used in a revision other than the exported one. */
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
  description: task.description,
  expectedOutput: task.expectedOutput,
  agent: ref.nullable().default(null),
  tools: refs,
  context: refs,
  requiresHumanInput: task.requiresHumanInput,
  formFields: parts(
    z.strictObject({
      name: field.name,
      label: field.label,
      description: field.description,
      type: field.type,
      options: field.options,
      required: field.required,
      variable: ref.optional(),
    }),
  ),
  asks: fileInputRequestRules.nullable().default(null),
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
  type: z.enum(toolTypes, "Choose a tool type."),
  description: tool.shape.description,
  requireApproval: tool.shape.requireApproval,
  asks: fileInputRequestRules.nullable().default(null),
  repeatable: tool.shape.repeatable,
  /** Parsed again by type; a datasource is referred to by name, secrets are null. */
  definition: z.record(z.string(), z.unknown()),
});
export type ToolPart = z.output<typeof toolPart>;

const app = appForm.shape;
const common = {
  description: app.description,
  tags: app.tags,
  variables: refs,
  /** Contains no account to run as: it runs as the importer, if they enable it. */
  schedule: z
    .strictObject({
      every: z.enum(schedulePeriods, "Choose a frequency."),
      ...timingFields,
      message: z.string().trim().max(65_536, "Use up to 65,536 characters.").optional(),
      variables: z.record(z.string().max(variableNameMax), z.string().max(variableValueMax)).optional(),
    })
    .superRefine(({ every, ...timing }, issues) => checkTiming({ unit: every, ...timing }, issues))
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
      revision,
      ...common,
      tasks: refs,
      /** For each task, the positions of the earlier tasks that it waits for, from 1. */
      after: z
        .array(z.array(z.int().min(1).max(maxProcessTasks)).max(50))
        .max(maxProcessTasks)
        .refine(
          (after) => after.every((tasks, i) => tasks.every((position) => position <= i)),
          "List earlier tasks only.",
        )
        .optional(),
      branches: z.array(branchPart).max(maxBranches, `Use up to ${maxBranches} branches.`).optional(),
      process: app.process,
      manager: ref.nullable().default(null),
      agents: refs,
      fullOutput: app.fullOutput,
    }),
  ],
  "Choose an app type.",
);
export type AppPart = z.output<typeof appPart>;

/** Resources that the importing team must have, matched by name or chosen. */
const modelNeed = z.strictObject({
  ...own,
  provider: z.enum(providerIds),
  model: z.string().min(1).max(200),
  modelType: z.enum(["llm", "embedding"]).default("llm"),
});
const datasourceNeed = z.strictObject(own);
const variableNeed = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(variableNameMax)
    .regex(/^[^\s{}]*$/, "Names can't contain spaces or braces."),
  description: app.description,
  secret: z.boolean().default(false),
});
const personNeed = z.strictObject(own);

/** A whole file. */
export const transferFile = z.strictObject({
  muster: z.literal(fileVersion),
  kind: z.literal("app", "Choose an exported app file."),
  exported: z.string().max(100).optional(),
  app: appPart,
  agents: parts(agentPart),
  tasks: parts(taskPart, maxProcessTasks),
  tools: parts(toolPart),
  models: parts(modelNeed),
  datasources: parts(datasourceNeed),
  variables: parts(variableNeed),
  people: parts(personNeed),
});
export type TransferFile = z.output<typeof transferFile>;
