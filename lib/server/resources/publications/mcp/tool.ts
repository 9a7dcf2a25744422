import type { Tool } from "@modelcontextprotocol/server";
import { variableValueMax } from "@/lib/constants/limits";
import { toFlow } from "@/lib/contract/apps/flow-parts";
import { findIteration, toStepId } from "@/lib/contract/apps/steps";
import { trimMatching } from "@/lib/utils/text/trim-characters";
import { listAskedVariables } from "../../../engine/runs/context/asked-variables";
import { findAppRevision } from "../../../engine/runs/context/session-revisions";
import { toFlowParts } from "../../../engine/runs/process/branches/flow-parts";
import { findLastTasks } from "../../../engine/runs/process/branches/skipped";
import { findTasks } from "../../../engine/runs/process/tasks";
import type { Reader } from "../../../platform/db/client";
import type { PublicationCaller } from "../service";

export const messageMax = 65_536;
const toolNameMax = 64;

type InputSchema = Tool["inputSchema"];
type OutputSchema = NonNullable<Tool["outputSchema"]>;
type AskedVariable = Awaited<ReturnType<typeof listAskedVariables>>[number];

/** A variable, and its property of the tool's input. */
type ToolVariable = AskedVariable & { property: string };

/** The published app as a tool. */
export interface AppTool {
  definition: Tool;
  variables: ToolVariable[];
  /** The task whose output is the structured content. */
  outputTaskId: string | undefined;
}

/** ASCII, as clients pass it on to models. */
function toToolName(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  return trimMatching(trimMatching(ascii, /_/).slice(0, toolNameMax), /_/) || "run_app";
}

const ownProperties: ReadonlySet<string> = new Set(["message", "sessionId"]);

/** Variables can have names that models' providers do not accept as properties. */
const toProperty = (name: string, index: number): string =>
  /^[A-Za-z0-9_.-]{1,64}$/.test(name) && !ownProperties.has(name) ? name : `variable_${index + 1}`;

function describeVariable({ name, description, secret, property }: ToolVariable) {
  return {
    type: "string",
    ...(property !== name && { title: name }),
    ...(description && { description }),
    ...(secret && { writeOnly: true }),
    maxLength: variableValueMax,
  };
}

function toInputSchema(isChat: boolean, variables: ToolVariable[]): InputSchema {
  const message = {
    type: "string",
    description: isChat ? "The message for the app." : "Additional instructions for the app.",
    maxLength: messageMax,
  };
  const sessionId = {
    type: "string",
    description: "Continues the session of an earlier result. Its variables are already set.",
    maxLength: 200,
  };
  return {
    type: "object",
    properties: {
      message,
      ...Object.fromEntries(variables.map((variable) => [variable.property, describeVariable(variable)])),
      ...(isChat && { sessionId }),
    },
    // A continued session has the values of its variables.
    required: isChat ? ["message"] : variables.filter(({ required }) => required).map(({ property }) => property),
  };
}

/** The schema of a process's last task, which is the app's output, if that is the same task in every case and runs once. */
async function findOutput(db: Reader, { app, publication }: PublicationCaller) {
  const { teamId } = app;
  if (app.type !== "process") return undefined;
  const { revision } = publication;
  const earlier = revision === null ? undefined : await findAppRevision(db, app, revision);
  const { steps } = toFlow(earlier ?? toFlowParts(app));
  const last = findLastTasks(steps);
  const isRepeated = steps.some((step) => last.has(toStepId(step)) && findIteration(steps, step));
  const [task] = last.size === 1 && !isRepeated ? await findTasks(db, teamId, [...last]) : [];
  return task?.structuredOutput ? { taskId: task.id, schema: task.structuredOutput as OutputSchema } : undefined;
}

export async function buildTool(db: Reader, caller: PublicationCaller): Promise<AppTool> {
  const { app, publication } = caller;
  const asked = await listAskedVariables(db, app, publication.revision);
  const variables = asked.map((one, index) => ({ ...one, property: toProperty(one.name, index) }));
  const output = await findOutput(db, caller);
  const definition: Tool = {
    name: toToolName(app.name),
    title: app.name,
    description: publication.ways.mcp?.description || app.description || `Runs the app “${app.name}”.`,
    inputSchema: toInputSchema(app.type === "chat", variables),
    ...(output && { outputSchema: output.schema }),
  };
  return { definition, variables, outputTaskId: output?.taskId };
}
