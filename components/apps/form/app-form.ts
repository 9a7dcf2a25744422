import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { maxMessagesDefault } from "@/lib/constants/limits";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import { fromFlow, toFlow } from "@/lib/contract/apps/flow-parts";
import type { Schedule } from "@/lib/contract/apps/schedule";
import type { App, appForm } from "@/lib/contract/apps/schemas";

export type AppValues = z.input<typeof appForm>;
export type AppForm = ContractForm<AppValues>;

const newProcess: AppDefinition = {
  process: "sequential",
  fullOutput: false,
  managerModelId: null,
  taskIds: [],
  after: {},
  agentIds: [],
  agentRevisions: {},
  variableIds: [],
};

/** What is applied, as a revision holds it. */
export function toDefinition({ processConfig, agentRevisions, variableIds }: App): AppDefinition {
  const { flow, agentIds, managerModelId, process, fullOutput } = processConfig;
  return { ...fromFlow(flow), agentIds, agentRevisions, managerModelId, process, fullOutput, variableIds };
}

/** With the definition of the draft, if there is one. */
export function appDefaults(app?: App, draft?: AppDefinition): AppValues {
  const { name = "", description = "", tags = [], iconId = null, chatAppConfig, sharingConfig } = app ?? {};
  const shown = draft ?? (app ? toDefinition(app) : newProcess);
  const { after: _after, branches: _branches, within: _within, ...definition } = shown;
  const { agentId, conversationStarters = [], maxMessages = maxMessagesDefault } = chatAppConfig ?? {};
  return {
    name,
    description,
    tags,
    iconId,
    type: app?.type ?? "chat",
    sharingMode: sharingConfig?.mode ?? "team",
    sharingEmails: sharingConfig?.emails ?? [],
    agentId: agentId ?? "",
    conversationStarters,
    maxMessages,
    ...definition,
    flow: toFlow(shown),
    schedule: toSchedule(app),
  };
}

/** Converts the app's stored schedule to the one that the form edits and sends. */
function toSchedule(app: App | undefined): Schedule {
  const { type, unit, at, weekdays, timeZone, startsAt, principalId, variables, message } = app?.schedule ?? {};
  if (type !== "cron" || !unit) return { type: "manual" };
  return {
    type,
    unit,
    at,
    weekdays,
    timeZone,
    startsAt: startsAt ?? undefined,
    principalId: principalId ?? undefined,
    variables: variables ?? {},
    message: message ?? undefined,
  };
}

export const sharingLabel = (mode: App["sharingConfig"]["mode"]): string =>
  ({ team: "Team", private: "Private", whitelist: "Specific people", public: "Anyone with the link" })[mode];
