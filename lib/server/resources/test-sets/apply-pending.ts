import { and, eq } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import { createChecker } from "@/lib/permissions/checker";
import { findMember } from "../../access/auth/membership";
import { escapeMarkdown, notify } from "../../access/notifications/service";
import type { Db, Reader } from "../../platform/db/client";
import { isTransient } from "../../platform/db/connection/is-transient";
import { evaluations } from "../../platform/db/tables/test-sets";
import { AppError } from "../../platform/errors/errors";
import { log } from "../../platform/log/log";
import { applyAgent, startRollout } from "../agents/actions";
import { createGate } from "./gate";

/** Applies or rolls out what has waited for an evaluation, if its required tests have passed, and tells who wanted it. */
export async function applyPending(db: Db, evaluationId: string): Promise<void> {
  const [row] = await db.select().from(evaluations).where(eq(evaluations.id, evaluationId));
  if (!row?.pendingApply) return;
  const { teamId, pendingApply } = row;
  const { agentId, accountId, share, ...options } = pendingApply;
  await db.transaction(async (tx) => {
    // In one order, so that the last of several applies it.
    const waiting = await tx
      .select({ id: evaluations.id })
      .from(evaluations)
      .where(and(eq(evaluations.teamId, teamId), eq(evaluations.pendingApply, pendingApply)))
      .orderBy(evaluations.id)
      .for("update");
    if (!waiting.some(({ id }) => id === evaluationId)) return;
    await tx.update(evaluations).set({ pendingApply: null }).where(eq(evaluations.id, evaluationId));
    if (waiting.length > 1) return;
    const outcome = await tx
      .transaction(async (inner) => {
        const permissions = await requireEditor(inner, teamId, accountId);
        const gate = createGate({ permissions }, {}, true);
        const editor = { teamId, accountId, permissions };
        if (share === undefined) {
          const revision = await applyAgent(inner, editor, agentId, options, gate);
          return `Revision ${revision} was applied. Its required tests passed.`;
        }
        const revision = await startRollout(inner, editor, agentId, { ...options, share }, gate);
        return `Revision ${revision} is being rolled out to ${share}% of new sessions. Its required tests passed.`;
      })
      .catch((error: unknown) => {
        if (error instanceof AppError) return error.message;
        if (isTransient(error)) throw error;
        log().error({ err: error, evaluationId }, "a change that was tested could not be applied");
        return "The change wasn't made because of an internal error. Try again.";
      });
    await notify(tx, {
      to: [accountId],
      teamId,
      type: "session",
      key: `evaluation:${evaluationId}`,
      title: "Required tests finished",
      description: escapeMarkdown(outcome),
      link: `/${teamId}/evaluation/${evaluationId}`,
    });
  });
}

/** The permissions of an account that may still edit agents. */
async function requireEditor(tx: Reader, teamId: string, accountId: string) {
  const member = await findMember(tx, teamId, accountId);
  const permissions = createChecker(member?.bits ?? []);
  if (!member || member.readOnly || !permissions.has(Permission.EDIT_AGENT))
    throw new AppError("forbidden", "The change wasn't made because you can no longer edit agents.");
  return permissions;
}
