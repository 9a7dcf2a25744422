import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { maxMessagesDefault } from "@/lib/constants/limits";
import type { Schedule } from "@/lib/contract/apps/schedule";
import type { App, appForm } from "@/lib/contract/apps/schemas";

export type AppValues = z.input<typeof appForm>;
export type AppForm = ContractForm<AppValues>;

export function appDefaults(app?: App): AppValues {
  const {
    name = "",
    description = "",
    tags = [],
    iconId = null,
    chatAppConfig,
    processConfig,
    sharingConfig,
  } = app ?? {};
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
    variableIds: app?.variableIds ?? [],
    conversationStarters,
    maxMessages,
    taskIds: processConfig?.taskIds ?? [],
    flow: processConfig?.flow ?? { steps: [] },
    agentIds: processConfig?.agentIds ?? [],
    process: processConfig?.process ?? "sequential",
    managerModelId: processConfig?.managerModelId ?? null,
    fullOutput: processConfig?.fullOutput ?? false,
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
