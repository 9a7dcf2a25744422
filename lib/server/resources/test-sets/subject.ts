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
import { findAgentContent } from "./tested-agent";
import { findTestedApp } from "./tested-app";
import { findModelVersions, hashTested, isPrivate, maxMessages, withToolRevisions } from "./tested-parts";

/** What is tested, the sessions that test it, and a key that is equal for what would give the same results. */
export interface Tested {
  subject: EvaluationSubject;
  session: TestSession;
  fingerprint: string;
}

export type Choice = Pick<RunForm, "draft" | "revision" | "modelId">;

/**
 * Finds what a set tests, whoever may see it, with a change of what is applied. Throws 400 or 409 if there is no such revision or
 * draft.
 */
export async function findTested(
  db: Reader,
  teamId: string,
  set: Pick<TestSetRow, "agentId" | "appId" | "liveToolIds">,
  choice: Choice = {},
  replaced: AppliedChange = {},
): Promise<Tested> {
  const app = set.appId ? await findTestedApp(db, teamId, set.appId) : undefined;
  if (app?.type === "process") return findTestedProcess(db, teamId, app, set.liveToolIds, choice, replaced);
  const agentId = app ? (replaced.chatAgents?.[app.id] ?? app.agentId) : set.agentId;
  if (!agentId) throw new AppError("conflict", "This app no longer has an agent. Choose one in the app.");
  const pinned = app?.agentRevisions[agentId];
  const content = pinned === undefined ? replaced.definitions?.[agentId] : undefined;
  const chosen = content
    ? { definition: content, revision: null, label: "Draft" }
    : await findAgentContent(db, teamId, agentId, { revision: pinned, ...choice });
  const model = choice.modelId ? await findModel(db, teamId, choice.modelId) : undefined;
  const definition = { ...chosen.definition, ...(model && { modelId: model.id }) };
  const agent = await withToolRevisions(db, teamId, definition, replaced.toolRevisions);
  const variableIds = app?.variableIds ?? [];
  const preview = {
    agent,
    variableIds,
    conversationStarters: [],
    liveToolIds: set.liveToolIds,
    models: replaced.models,
  };
  const versions = await findModelVersions(db, teamId, [agent.modelId, agent.functionModelId], replaced.models);
  return {
    subject: {
      agentId,
      ...(app && { appId: app.id }),
      definition,
      revision: model ? null : chosen.revision,
      label: model ? `${chosen.label} with ${model.name}` : chosen.label,
    },
    session: {
      name: app?.name ?? agent.name,
      appId: app?.id ?? null,
      appType: "chat",
      isPrivate: isPrivate(app),
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
