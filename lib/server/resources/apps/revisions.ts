import type { Branch } from "@/lib/contract/apps/branch";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import { listBranchModels, listReadNames } from "@/lib/contract/apps/steps";
import type { Viewer } from "../../access/visibility/visible";
import { toFlowParts } from "../../engine/runs/process/branches/flow-parts";
import type { Reader } from "../../platform/db/client";
import { appRevisions } from "../../platform/db/tables/app-revisions";
import { AppError } from "../../platform/errors/errors";
import { findNames } from "../references/names";
import { findMemberNames } from "../references/people";
import { createRevisionStore } from "../revisions/service";
import { type AppRow, getApp } from "./queries";

export const revisionsOfApps = createRevisionStore<AppDefinition>(appRevisions, "apprevision");

type DefinitionColumns = Pick<
  AppRow,
  | "taskIds"
  | "agentIds"
  | "agentRevisions"
  | "managerModelId"
  | "processConfig"
  | "variableIds"
  | "branches"
  | "branchModelIds"
  | "promptNames"
>;

/** What is looked up of branches, in columns of its own. */
export const toBranchColumns = (branches: readonly Branch[]) => ({
  branchModelIds: listBranchModels(branches),
  promptNames: listReadNames(branches),
});

/** The content of a process's row, which is that of its applied revision. */
export function toDefinition(row: DefinitionColumns): AppDefinition {
  const { agentIds, agentRevisions, managerModelId, variableIds } = row;
  const { process = "sequential", fullOutput = false } = row.processConfig ?? {};
  return { process, fullOutput, managerModelId, ...toFlowParts(row), agentIds, agentRevisions, variableIds };
}

export const toDefinitionColumns = ({
  process,
  fullOutput,
  after,
  within,
  branches = [],
  ...columns
}: AppDefinition): DefinitionColumns => ({
  ...columns,
  branches,
  ...toBranchColumns(branches),
  processConfig: { process, fullOutput, after, ...(within && { within }) },
});

/** Returns the process. Throws 409 for a chat, and what `getApp` throws. */
export async function getProcess(db: Reader, viewer: Viewer, id: string): Promise<AppRow> {
  const app = await getApp(db, viewer, id);
  requireProcess(app);
  return app;
}

export function requireProcess({ type }: Pick<AppRow, "type">): void {
  if (type === "chat")
    throw new AppError("conflict", "A chat app has no revisions of its own. Its agent's revisions decide its answers.");
}

const listAssignees = ({ branches = [] }: AppDefinition): string[] =>
  branches
    .flatMap(({ asks }) => [asks?.assignee, asks?.passTo])
    .flatMap((one) => (one?.type === "account" ? one.accountId : []));

async function findDefinitionNames(db: Reader, teamId: string, definitions: AppDefinition[]) {
  const people = await findMemberNames(db, teamId, definitions.flatMap(listAssignees));
  const names = await findNames(db, teamId, {
    task: definitions.flatMap(({ taskIds }) => taskIds),
    agent: definitions.flatMap(({ agentIds, agentRevisions }) => [...agentIds, ...Object.keys(agentRevisions)]),
    model: definitions.flatMap(({ managerModelId, branches = [] }) => [managerModelId, ...listBranchModels(branches)]),
    variable: definitions.flatMap(({ variableIds }) => variableIds),
  });
  return { ...names, ...people };
}

/** Newest first, without the draft. */
export async function listRevisions(db: Reader, viewer: Viewer, appId: string) {
  const app = await getProcess(db, viewer, appId);
  const draft = await revisionsOfApps.findDraft(db, appId);
  const revisions = await revisionsOfApps.list(db, app);
  const definitions = [toDefinition(app), ...(draft ? [draft.definition] : [])];
  return { revisions, names: await findDefinitionNames(db, viewer.teamId, definitions) };
}

export async function viewRevision(db: Reader, viewer: Viewer, appId: string, revisionId: string) {
  const revision = await revisionsOfApps.get(db, await getProcess(db, viewer, appId), revisionId);
  return { revision, names: await findDefinitionNames(db, viewer.teamId, [revision.definition]) };
}
