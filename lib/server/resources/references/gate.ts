import type { AgentDefinition } from "@/lib/contract/agents/definition";
import type { PendingApply } from "@/lib/contract/evaluations/subject";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Tx } from "../../platform/db/client";
import { singleton } from "../../platform/process/registry";

/** What a call is about to apply. */
export interface AppliedChange {
  /** Contents of agents, by ID. */
  definitions?: Record<string, AgentDefinition>;
  /** Revisions of tools, by the tool's ID. */
  toolRevisions?: Record<string, string>;
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

type Guard = <R>(ctx: GuardedContext, options: GuardOptions, work: (tx: Tx, gate: Gate) => Promise<R>) => Promise<R>;

const holder = () => singleton("gate", () => ({ guard: undefined as Guard | undefined }));

export const provideGuard = (guard: Guard): void => {
  holder().guard = guard;
};

/**
 * Runs work in a transaction, which passes what it applies through the gate. Required tests without a result are run first, for
 * up to half a minute, and then the work is run again. Throws 409 with the evaluation and its failed cases.
 */
export const guardWrite: Guard = (ctx, options, work) => {
  const { guard } = holder();
  if (!guard) throw new Error("No gate is registered.");
  return guard(ctx, options, work);
};
