import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { maxMessagesDefault } from "@/lib/constants/limits";
import type { Branch } from "@/lib/contract/apps/branch";
import { checkFlow } from "@/lib/contract/apps/check-flow";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import { type Flow, flowSchema } from "@/lib/contract/apps/flow";
import { toFlow } from "@/lib/contract/apps/flow-parts";
import type { appForm } from "@/lib/contract/apps/schemas";
import { hasSource, isBranchStep, listBranchNames, listReadNames } from "@/lib/contract/apps/steps";
import type { Issue } from "@/lib/contract/base/error";
import type { Viewer } from "../../access/visibility/visible";
import { findTasks } from "../../engine/runs/process/tasks";
import { findVariables } from "../../engine/variables/variables";
import type { Reader } from "../../platform/db/client";
import type { apps, SharingConfig } from "../../platform/db/tables/apps";
import { isMailEnabled } from "../../platform/mail/mails";
import { findReferenceIssues, throwIssues } from "../references/check";
import { findInputRequestIssues } from "../references/people";
import { updateFlow } from "./flow";
import type { AppRow } from "./queries";

/** `agentId: null` removes the agent. */
export type Form = Partial<Omit<z.output<typeof appForm>, "agentId"> & { agentId: string | null }>;

/** Sharing with specific people requires mail, which proves that an address is theirs. */
function findSharingIssues(form: Form, row: AppRow | undefined): Issue[] {
  const { mode, emails } = toSharing(form, row);
  if (mode !== "whitelist") return [];
  if (form.sharingMode === "whitelist" && !isMailEnabled())
    return [
      {
        path: "sharingMode",
        message: "This server can't confirm email addresses, so the app can't be shared with specific people.",
      },
    ];
  return emails.length > 0 ? [] : [{ path: "sharingEmails", message: "Enter at least one email address." }];
}

function toSharing({ sharingMode, sharingEmails }: Form, row: AppRow | undefined): SharingConfig {
  const { mode, emails } = row?.sharingConfig ?? { mode: "team", emails: [] };
  return { mode: sharingMode ?? mode, emails: [...new Set(sharingEmails ?? emails)] };
}

/** Validates all ids and options of the form. Throws 400 with an issue at each field. */
export async function checkApp(db: Reader, caller: Viewer, form: Form, row?: AppRow): Promise<void> {
  throwIssues([
    ...findSharingIssues(form, row),
    ...((row?.type ?? form.type) === "chat" && form.agentId === ""
      ? [{ path: "agentId", message: "Choose an agent." }]
      : []),
    ...(await findReferenceIssues(db, caller, "app", form)),
    ...(await findProcessIssues(db, caller.teamId, form, row)),
  ]);
}

/** Each task must belong to the team, come after its dependencies, and have an agent. */
async function findProcessIssues(db: Reader, teamId: string, form: Form, row: AppRow | undefined): Promise<Issue[]> {
  if ((row?.type ?? form.type) !== "process") return [];
  const definition = toFormDefinition(form, row);
  const { taskIds, agentIds, managerModelId, process } = definition;
  const flow = toFlow(definition);
  const found = new Map((await findTasks(db, teamId, taskIds)).map((task) => [task.id, task]));
  const led = process === "hierarchical";
  const ofTasks = [
    ...(taskIds.length === 0 ? [{ path: "taskIds", message: "Add at least one task." }] : []),
    ...taskIds.flatMap((id, i) => {
      const path = `taskIds.${i}`;
      const task = found.get(id);
      if (!task) return form.taskIds ? [] : [{ path, message: "This task doesn't exist or is no longer available." }];
      if (taskIds.indexOf(id) < i) return [{ path, message: `The task “${task.name}” is in the process twice.` }];
      if (!led && !task.agentId)
        return [{ path, message: `The task “${task.name}” has no agent. Choose one for the task.` }];
      const early = task.contextTaskIds.filter((one) => !taskIds.slice(0, i).includes(one));
      return early.length === 0 ? [] : [{ path, message: findOutOfOrder(task.name, early, taskIds, found) }];
    }),
  ];
  return [
    // Branches are checked against tasks that are right.
    ...(ofTasks.length > 0 ? ofTasks : findFlowIssues(flow)),
    ...(await findSecretIssues(db, teamId, flow)),
    ...(await findAssigneeIssues(db, teamId, flow, row?.branches)),
    ...(led && !managerModelId ? [{ path: "managerModelId", message: "Choose a manager model." }] : []),
    ...(led && agentIds.length === 0
      ? [{ path: "agentIds", message: "Choose at least one agent to delegate to." }]
      : []),
  ];
}

/** The tasks that were sent without a flow can come before what a branch reads. */
const findFlowIssues = (flow: Flow): Issue[] =>
  (flowSchema.superRefine(checkFlow).safeParse(flow).error?.issues ?? []).map(({ path, message }) => ({
    path: ["flow", ...path].join("."),
    message,
  }));

/** Values of secret variables aren't shown to models, and branches log what they read. */
async function findSecretIssues(db: Reader, teamId: string, { steps }: Flow): Promise<Issue[]> {
  const branches = steps.filter(isBranchStep);
  const rows = await findVariables(db, teamId, { names: listReadNames(branches) });
  const secret = new Set(rows.filter((row) => row.secret).map(({ name }) => name));
  return branches.flatMap((branch) => {
    const name = listBranchNames(branch).find((one) => secret.has(one));
    const path = `flow.steps.${steps.indexOf(branch)}.${hasSource(branch) ? "variable" : "instructions"}`;
    return name ? [{ path, message: `The variable ${name} is secret, so a branch can't read it.` }] : [];
  });
}

/** Those who are chosen to decide must be on the team. Somebody who was chosen before may have left it. */
async function findAssigneeIssues(
  db: Reader,
  teamId: string,
  { steps }: Flow,
  before: readonly Branch[] = [],
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const [i, step] of steps.entries()) {
    if (step.kind !== "branch") continue;
    const known = before.find(({ id }) => id === step.id);
    if (isDeepStrictEqual(known?.asks, step.asks)) continue;
    const message = `The branch “${step.name}” is assigned to someone who isn't on the team. Choose someone else.`;
    for (const { path } of await findInputRequestIssues(db, teamId, step.asks))
      issues.push({ path: `flow.steps.${i}.${path}`, message });
  }
  return issues;
}

function findOutOfOrder(
  name: string,
  early: string[],
  taskIds: string[],
  found: ReadonlyMap<string, { name: string }>,
): string {
  const later = early.find((id) => taskIds.includes(id));
  if (later)
    return `The task “${name}” uses the output of “${found.get(later)?.name}”, which comes later. Move that task before it.`;
  return `The task “${name}” uses the output of a task that isn't in this process. Add that task before it.`;
}

/** What a revision of the process would hold after the update. */
export function toFormDefinition(form: Form, row?: AppRow): AppDefinition {
  const { process, fullOutput } = row?.processConfig ?? { process: "sequential" as const, fullOutput: false };
  return {
    ...updateFlow(form, row),
    agentIds: [...new Set(form.agentIds ?? row?.agentIds ?? [])],
    agentRevisions: form.agentRevisions ?? row?.agentRevisions ?? {},
    managerModelId: form.managerModelId === undefined ? (row?.managerModelId ?? null) : form.managerModelId,
    variableIds: form.variableIds ?? row?.variableIds ?? [],
    process: form.process ?? process,
    fullOutput: form.fullOutput ?? fullOutput,
  };
}

/** A chat's agent, and its revision if it is pinned to one. */
function toChatAgent({ agentId, agentRevisions }: Form, row: AppRow | undefined) {
  const used = agentId === null ? null : agentId || row?.agentId;
  const pins = Object.entries(agentRevisions ?? row?.agentRevisions ?? {}).filter(([id]) => id === used);
  return { agentId: used, agentRevisions: Object.fromEntries(pins) };
}

/** The columns for the sent fields, without those that a process's revisions hold; others keep their values. */
export function toAppColumns(form: Form, row?: AppRow): Partial<typeof apps.$inferInsert> {
  const { name, description, tags, iconId, variableIds } = form;
  const isChat = (row?.type ?? form.type) === "chat";
  const chat = row?.chatConfig ?? { conversationStarters: [], maxMessages: maxMessagesDefault };
  return {
    name,
    description,
    tags,
    iconId,
    ...(isChat && { variableIds, ...toChatAgent(form, row) }),
    sharingConfig: toSharing(form, row),
    chatConfig: {
      conversationStarters: form.conversationStarters ?? chat.conversationStarters,
      maxMessages: form.maxMessages ?? chat.maxMessages,
    },
  };
}
