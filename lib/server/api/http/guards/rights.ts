import { canOutlastRights } from "@/lib/contract/base/policy";
import { type Checker, missingPermission } from "@/lib/permissions/checker";
import { findAccessRows, lockAccessRows } from "../../../access/auth/lock-access-rows";
import { findCallerMembership } from "../../../access/auth/membership";
import { findPrincipal, readCredential } from "../../../access/auth/principal";
import type { Db, Transact, Tx } from "../../../platform/db/client";
import { AppError, notFound } from "../../../platform/errors/errors";
import { type CallInProgress, runInCall } from "../../../platform/lifecycle/call-in-progress";
import { requireStillAdmitted } from "../../../resources/publications/service";
import type { AdmittedCall } from "../calls/call";
import { checkKey, checkPermission, checkReach, checkRoot, checkSeat, createUnauthorizedError } from "./access";
import { findVisit } from "./visit";

/** Records in `used` which permissions were found to be held. */
export const recordUsed = (checker: Checker, used: Set<number>): Checker => ({
  ...checker,
  has(bit) {
    const held = checker.has(bit);
    if (held) used.add(bit);
    return held;
  },
});

/** Checks again whether a call is still authorized after it has waited. */
export interface Rights {
  /** Throws if the call would now be refused. In a transaction the result remains valid until its end. */
  check: (tx?: Tx) => Promise<void>;
  /** Runs a transaction. For calls that wait, unless `elsewhere` or public, it ends with the check, and locks the checked rows. */
  transact: Transact;
  /** Runs the call's work, and returns its result or failure only to a caller who is still authorized. */
  during: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Throws if the dispatcher would now refuse the call. */
async function readmit(db: Db, admitted: AdmittedCall): Promise<void> {
  const { endpoint, matched, request, body, principal, visit, publication, team } = admitted;
  if (publication) {
    await requireStillAdmitted(db, publication);
    return;
  }
  if (visit) {
    const now = await findVisit(db, matched, request, body);
    if (now?.visitor?.id !== visit.visitor?.id) throw createUnauthorizedError(request, visit.link.teamId);
    if (!visit.visitor && now?.link.passwordHash !== visit.link.passwordHash)
      throw new AppError("conflict", "The link's password was changed in the meantime. Reload the page and try again.");
    return;
  }
  if (!principal) return;
  const found = readCredential(request);
  const now = found && (await findPrincipal(db, found.token, found.byCookie));
  if (now?.tokenId !== principal.tokenId) throw createUnauthorizedError(request, team?.context.teamId);
  checkKey(endpoint, now);
  if (endpoint.access === "root") checkRoot(now);
  if (!team) return;
  const inTeam = await findCallerMembership(db, now, team.context.teamId);
  if (!inTeam) throw notFound("This team");
  await checkReach(db, endpoint, inTeam, now.account.id);
  await checkSeat(db, endpoint, inTeam);
  checkPermission(endpoint, inTeam);
  for (const permission of team.used)
    if (!inTeam.bits.some((bit) => bit === permission))
      throw new AppError("forbidden", missingPermission(permission), { permission });
}

export function createRights(admitted: AdmittedCall): Rights {
  const { db, endpoint, principal, visit, team } = admitted;
  // A public call does not depend on who is signed in.
  const bound = endpoint.access !== "public" || visit !== null;
  const declared = canOutlastRights(endpoint);
  const call: CallInProgress = { name: endpoint.name, declared, waited: declared, finished: false };
  // A call that does not declare it may wait for file storage.
  const isRechecked = () => bound && (declared || call.waited) && endpoint.waits !== "elsewhere";
  const rows = findAccessRows({ principal, visit, teamId: team?.context.teamId });
  async function check(tx?: Tx): Promise<void> {
    if (tx) await lockAccessRows(tx, rows);
    await readmit(tx ?? db, admitted);
    call.waited = false;
  }
  return {
    check,
    transact: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        if (isRechecked()) await check(tx);
        return result;
      }),
    async during(work) {
      try {
        return await runInCall(call, work);
      } finally {
        call.finished = true;
        // This error replaces the work's own.
        if (bound && call.waited) await check();
      }
    },
  };
}
