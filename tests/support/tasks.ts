import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import { type Task, tasks } from "@/lib/contract/tasks/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { callAs, expectOk, type Person } from "./client";

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
export const ofTask = ({ token, slug }: Person, taskId: string) => ({ token, params: { resourceSlug: slug, taskId } });
const idOf = async (reply: ReturnType<typeof callAs>): Promise<string> =>
  String(((await expectOk(reply)) as { _id: string })._id);

interface ModelOptions {
  model?: string;
  provider?: string;
  config?: Record<string, unknown>;
}

export const newModel = (
  person: Person,
  { model = "demo-chat:ttft=1,tps=2000", provider = "demo", config = {} }: ModelOptions = {},
) =>
  idOf(
    callAs(models.add, {
      ...to(person),
      body: { name: "Model", type: provider, model, modelType: "llm", config, force: true },
    }),
  );

export const newAgent = (person: Person, name: string, modelId: string, more: object = {}) =>
  idOf(
    callAs(agents.add, {
      ...to(person),
      body: { name, role: `a ${name}`, goal: "Help", backstory: "Knows the way.", modelId, ...more },
    }),
  );

export const addTask = (person: Person, body: object) =>
  callAs(tasks.add, {
    ...to(person),
    body: { name: "Task", description: "Do it.", expectedOutput: "A few words.", ...body },
  });
export const newTask = (person: Person, name: string, more: object = {}) => idOf(addTask(person, { name, ...more }));
export const editTask = (person: Person, taskId: string, body: object) =>
  callAs(tasks.edit, { ...ofTask(person, taskId), body: { ...body } });
export const readTask = async (person: Person, taskId: string) =>
  ((await expectOk(callAs(tasks.get, ofTask(person, taskId)))) as { task: Task }).task;

export const addProcess = (person: Person, taskIds: string[], more: object = {}) =>
  callAs(apps.add, {
    ...to(person),
    body: { name: "Process", type: "process", sharingMode: "team", process: "sequential", taskIds, ...more },
  });
export const newProcess = (person: Person, taskIds: string[], more: object = {}) =>
  idOf(addProcess(person, taskIds, more));

export const newVariable = (person: Person, name: string, defaultValue = "", more: object = {}) =>
  idOf(callAs(variables.add, { ...to(person), body: { name, defaultValue, ...more } }));
