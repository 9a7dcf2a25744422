import type { AgentDefinition } from "@/lib/contract/agents/definition";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import type { PendingApply } from "@/lib/contract/evaluations/subject";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Reader, Tx } from "../../platform/db/client";
import type { apps } from "../../platform/db/tables/apps";
import type { PreviewModel, PreviewTask } from "../../platform/db/tables/preview-definition";
import { AppError } from "../../platform/errors/errors";
import { singleton } from "../../platform/process/registry";

type ChatContent = Pick<typeof apps.$inferSelect, "agentId" | "agentRevisions" | "variableIds">;

/** What a call is about to apply. */
export interface AppliedChange {
  /** The number that the revision gets, if the change is one. */
  revision?: number;
  /** Contents of agents, by ID. */
  definitions?: Record<string, AgentDefinition>;
  /** Contents of processes, by the app's ID. */
  processes?: Record<string, AppDefinition>;
  /** What decides the answers of chat apps, by the app's ID. */
  chats?: Record<string, ChatContent>;
  /** Contents of tasks, by ID. */
  tasks?: Record<string, PreviewTask>;
  /** Revisions of tools, by the tool's ID. */
  toolRevisions?: Record<string, string>;
  /** Settings of models, by ID. */
  models?: Record<string, PreviewModel>;
  /** These revisions are created in the same transaction, so that they cannot be tested before. */
  isNew?: boolean;
}

/**
 * Called in the transaction that applies a change. Throws unless the required tests of what it affects have passed. Returns the
 * reason for applying it although some have not, if someone forces that.
 */
export type Gate = (tx: Tx, teamId: string, change: AppliedChange) => Promise<string | null>;

export interface GuardOptions {
  /** Applies the change although required tests have not passed. */
  force?: boolean | undefined;
  reason?: string | undefined;
  /** Applied later, if the required tests take too long. */
  pending?: PendingApply;
}

export type GuardedContext = Pick<
  TeamCallContext,
  "write" | "teamId" | "accountId" | "permissions" | "principal" | "signal"
>;

export type Guard = <R>(
  ctx: GuardedContext,
  options: GuardOptions,
  work: (tx: Tx, gate: Gate) => Promise<R>,
) => Promise<R>;

interface Gatekeeper {
  guard: Guard;
  /** Whether required tests cover what a change affects. */
  isGuarded(db: Reader, teamId: string, change: AppliedChange): Promise<boolean>;
}

const holder = () => singleton("gate", () => ({ keeper: undefined as Gatekeeper | undefined }));

/** Test sets decide. They import agents and apps, which therefore cannot import them. */
export const provideGate = (keeper: Gatekeeper): void => {
  holder().keeper = keeper;
};

function getKeeper(): Gatekeeper {
  const { keeper } = holder();
  if (!keeper) throw new Error("No gate is registered.");
  return keeper;
}

export const isGuarded: Gatekeeper["isGuarded"] = (db, teamId, change) => getKeeper().isGuarded(db, teamId, change);

/**
 * Runs work in a transaction, which passes what it applies through the gate. Required tests without a result are run first, for
 * up to half a minute, and then the work is run again. Throws 409 with the evaluation and its failed cases.
 */
export const guardWrite: Guard = (ctx, options, work) => getKeeper().guard(ctx, options, work);

/** What was refused only because its required tests take longer than a call: it is applied once they pass. */
export class PendingError extends AppError {
  constructor(readonly evaluationId: string) {
    super("conflict", "The required tests are still running. The change will take effect once they pass.");
  }
}

/** The response of a call whose change is applied later. Throws all other errors. */
export function toPendingEvaluation(error: unknown): { evaluationId: string } {
  if (error instanceof PendingError) return { evaluationId: error.evaluationId };
  throw error;
}
