import { and, eq } from "drizzle-orm";
import type { EvaluationSubject } from "@/lib/contract/evaluations/subject";
import type { TestCase } from "@/lib/contract/testsets/cases";
import type { RunForm } from "@/lib/contract/testsets/schemas";
import type { Reader } from "../../platform/db/client";
import { models } from "../../platform/db/tables/models";
import type { TestSession } from "../../platform/db/tables/test-sets";
import { AppError, invalidField } from "../../platform/errors/errors";
import type { AppliedChange } from "../gate/service";
import type { TestSetRow } from "./queries";
import { findTestedProcess } from "./subject-process";
import { findAgentContent, findTestedApp } from "./tested-content";
import { findModelVersions, findToolRevisions, hashTested, maxMessages, toTestedAgent } from "./tested-parts";

/** What is tested, the sessions that test it, and a key that is equal for what would give the same results. */
export interface Tested {
  subject: EvaluationSubject;
  session: TestSession;
  fingerprint: string;
}

export type Choice = Pick<RunForm, "draft" | "revision" | "modelId">;

/**
 * Finds what a set tests, regardless of who may see it, with a change of what is applied. Throws AppError if it cannot be tested,
 * such as without an agent or for a revision that does not exist.
 */
export async function findTested(
  db: Reader,
  teamId: string,
  set: Pick<TestSetRow, "agentId" | "appId" | "liveToolIds">,
  choice: Choice = {},
  change: AppliedChange = {},
): Promise<Tested> {
  const stored = set.appId ? await findTestedApp(db, teamId, set.appId) : undefined;
  const app = stored && { ...stored, ...change.chats?.[stored.id] };
  if (app?.type === "process") return findTestedProcess(db, teamId, app, set.liveToolIds, choice, change);
  const agentId = app ? app.agentId : set.agentId;
  if (!agentId) throw new AppError("conflict", "This app no longer has an agent. Choose one in the app.");
  const pinned = app?.agentRevisions[agentId];
  const changed = pinned === undefined ? change.definitions?.[agentId] : undefined;
  const content = changed
    ? { definition: changed, number: null, label: "Draft" }
    : await findAgentContent(db, teamId, agentId, { revision: pinned, ...choice });
  const model = choice.modelId ? await findModel(db, teamId, choice.modelId) : undefined;
  const definition = { ...content.definition, ...(model && { modelId: model.id }) };
  const revisions = await findToolRevisions(db, teamId, definition.toolIds, change.toolRevisions);
  const agent = toTestedAgent(definition, revisions);
  const variableIds = app?.variableIds ?? [];
  const { models } = change;
  const preview = { agent, variableIds, conversationStarters: [], liveToolIds: set.liveToolIds, models };
  const versions = await findModelVersions(db, teamId, [agent.modelId, agent.functionModelId], models);
  return {
    subject: {
      revision: model ? null : content.number,
      label: model ? `${content.label} with ${model.name}` : content.label,
    },
    session: {
      name: app?.name ?? agent.name,
      appId: app?.id ?? null,
      appType: "chat",
      isPrivate: app?.sharingConfig.mode === "private",
      maxMessages,
      preview,
    },
    fingerprint: hashTested({ agent, versions, variableIds }),
  };
}

async function findModel(db: Reader, teamId: string, id: string) {
  const [model] = await db
    .select({ id: models.id, name: models.name, modelType: models.modelType })
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, id)));
  if (model?.modelType !== "llm") throw invalidField("modelId", "Choose a chat model.");
  return model;
}

/** A hash of what determines a case's result, apart from what is tested. */
export const hashCase = (
  { input, history, variables, checks, recording }: TestCase,
  { judgeModelId, liveToolIds }: Pick<TestSetRow, "judgeModelId" | "liveToolIds">,
): string => hashTested({ input, history, variables, checks, recording, judgeModelId, liveToolIds });
