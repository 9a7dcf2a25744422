import { and, eq, inArray, isNull } from "drizzle-orm";
import type { InputRequest } from "@/lib/contract/session-events/requests";
import { escapeMarkdown, notify } from "../../../access/notifications/service";
import { afterCommit } from "../../../platform/db/after-commit";
import type { Tx } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { shareVisitors } from "../../../platform/db/tables/shares";
import { sendInputRequestMail } from "../../../platform/mail/mails";
import type { RunRow } from "../lease/lease";
import { isWatched } from "../log/watchers";
import { listAssignedAccounts } from "./assignees";
import { buildOutcomeNotice, type NotifiedSession, notifyEnded, type Outcome } from "./notify-ended";

type WaitingRequest = Pick<InputRequest, "kind" | "asks">;

/**
 * Notifies a request's assignees, or the account that started the run, by notification and email, unless they have the session
 * open. A visitor with an account receives an email.
 */
export async function notifyWaiting(
  tx: Tx,
  run: RunRow,
  session: NotifiedSession,
  outcome: Outcome,
  requests: readonly WaitingRequest[],
): Promise<void> {
  if (session.test) return;
  const notice = buildOutcomeNotice(escapeMarkdown(session.name), outcome);
  if (outcome.asks === "budget" || requests.length === 0 || !notice) return notifyEnded(tx, run, session, outcome);
  const recipients = new Set<string>();
  for (const { asks, kind } of requests) {
    const assignee = asks?.assignee ?? { type: "anyone" as const };
    // A visitor answers unassigned requests in their session, except approvals.
    if (assignee.type === "anyone" && session.shareId !== null && kind !== "approval") continue;
    const assigned = await listAssignedAccounts(tx, run.teamId, assignee);
    // The assignee may have left the team.
    const accountIds = assigned.length > 0 || run.principalId === null ? assigned : [run.principalId];
    for (const id of accountIds) recipients.add(id);
  }
  const away: string[] = [];
  for (const id of recipients) if (!(await isWatched(tx, session.id, id))) away.push(id);
  for (const id of away) {
    const link = linkFor(run.teamId, session, id);
    await notify(tx, {
      ...notice,
      to: [id],
      teamId: run.teamId,
      sessionId: session.id,
      link,
      key: `session:${session.id}`,
    });
  }
  await sendMails(tx, away, session, (id) => linkFor(run.teamId, session, id));
  const formForVisitor = requests.some(
    ({ asks, kind }) => kind === "form" && (asks?.assignee.type ?? "anyone") === "anyone",
  );
  if (formForVisitor && session.visitorId !== null) await mailVisitor(tx, run.teamId, session);
}

/** Assignees without access to the session respond in the inbox. */
const linkFor = (teamId: string, { id, sharingConfig, createdBy }: NotifiedSession, accountId: string): string =>
  sharingConfig.mode === "private" && accountId !== createdBy ? `/${teamId}/inbox` : `/${teamId}/session/${id}`;

async function sendMails(
  tx: Tx,
  ids: string[],
  session: NotifiedSession,
  toLink: (id: string) => string,
): Promise<void> {
  if (ids.length === 0) return;
  const canReceiveMail = and(
    isNull(accounts.dateDeleted),
    isNull(accounts.dateClosed),
    eq(accounts.emailVerified, true),
  );
  const rows = await tx
    .select({ id: accounts.id, email: accounts.email, name: accounts.name, muted: accounts.mutedNotices })
    .from(accounts)
    .where(and(inArray(accounts.id, ids), canReceiveMail));
  const notified = rows.filter(({ muted }) => !muted.includes("run_waits"));
  afterCommit(tx, async () => {
    for (const { id, email, name } of notified) await sendInputRequestMail(email, name, session.appName, toLink(id));
  });
}

async function mailVisitor(tx: Tx, teamId: string, session: NotifiedSession): Promise<void> {
  const [visitor] = await tx
    .select({ id: shareVisitors.accountId })
    .from(shareVisitors)
    .where(eq(shareVisitors.id, session.visitorId ?? ""));
  if (visitor?.id) await sendMails(tx, [visitor.id], session, () => `/s/${teamId}/${session.shareId}`);
}
