import { and, eq } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import { createChecker } from "@/lib/permissions/checker";
import { isTeamMember } from "../../access/auth/is-team-member";
import { findMembership } from "../../access/auth/membership";
import { escapeMarkdown, notify } from "../../access/notifications/service";
import type { Db, Reader } from "../../platform/db/client";
import { isTransient } from "../../platform/db/connection/is-transient";
import { accounts } from "../../platform/db/tables/accounts";
import { evaluations } from "../../platform/db/tables/test-sets";
import { AppError } from "../../platform/errors/errors";
import { log } from "../../platform/log/log";
import { applyAgent } from "../agents/actions";
import { createGate } from "./gate";

/** Applies what has waited for an evaluation, if its required tests have passed, and tells who wanted it. */
export async function applyPending(db: Db, evaluationId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(evaluations).where(eq(evaluations.id, evaluationId)).for("update");
    if (!row?.pendingApply) return;
    const { teamId, pendingApply } = row;
    const { agentId, accountId, ...options } = pendingApply;
    await tx.update(evaluations).set({ pendingApply: null }).where(eq(evaluations.id, evaluationId));
    // The last one applies it.
    const [other] = await tx
      .select({ id: evaluations.id })
      .from(evaluations)
      .where(and(eq(evaluations.teamId, teamId), eq(evaluations.pendingApply, pendingApply)))
      .limit(1);
    if (other) return;
    const outcome = await tx
      .transaction(async (inner) => {
        const permissions = await requireEditor(inner, teamId, accountId);
        const gate = createGate({ permissions }, {}, true);
        return applyAgent(inner, { teamId, accountId, permissions }, agentId, options, gate);
      })
      .then((revision) => `Revision ${revision} is applied: its required tests passed.`)
      .catch((error: unknown) => {
        if (error instanceof AppError) return error.message;
        if (isTransient(error)) throw error;
        log().error({ err: error, evaluationId }, "a change that was tested could not be applied");
        return "The change couldn't be applied because of an internal error. Apply it again.";
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
  const [account] = await tx
    .select({ id: accounts.id, root: accounts.root })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const member = account && (await isTeamMember(tx, teamId, accountId)) && (await findMembership(tx, account, teamId));
  const permissions = createChecker(member ? member.bits : []);
  if (!member || member.readOnly || !permissions.has(Permission.EDIT_AGENT))
    throw new AppError("forbidden", "The member who started this may no longer edit agents.");
  return permissions;
}
