import type { z } from "zod";
import type { agentForm } from "@/lib/contract/agents/schemas";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { findReferenceIssues, throwIssues } from "../references/check";
import { findSecretIssues } from "../references/variables";

type Form = z.output<typeof agentForm>;
/** Fields that an import may leave open. */
export type NewAgent = Omit<Form, "modelId" | "toolRevisions"> & {
  modelId: string | null;
  toolRevisions?: Form["toolRevisions"];
};

const listPrompts = ({ role = "", goal = "", backstory = "" }: Partial<NewAgent>) => ({ role, goal, backstory });
export const listFormPromptNames = (form: Partial<NewAgent>) => findPromptNames(...Object.values(listPrompts(form)));

/** Returns the pinned revisions of the agent's tools. */
export const pickPins = (toolIds: readonly string[], pins: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(pins).filter(([toolId]) => toolIds.includes(toolId)));

/** Validates that every id belongs to the team, and that no prompt names a secret. Throws 400 with an issue at each field. */
export const checkReferences = async (tx: Tx, caller: Viewer, sent: Partial<NewAgent>): Promise<void> =>
  throwIssues([
    ...(await findReferenceIssues(tx, caller, "agent", sent)),
    ...(await findSecretIssues(tx, caller.teamId, listPrompts(sent))),
  ]);
