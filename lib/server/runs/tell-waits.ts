import { and, eq, inArray, isNull } from "drizzle-orm";
import { accounts } from "../accounts/table";
import { afterCommit } from "../db/after-commit";
import type { Tx } from "../db/client";
import { accountsFor } from "../inbox/service";
import { sendAskedMail } from "../mail/mails";
import { notify, plain } from "../notifications/service";
import { isWatched } from "../realtime/watchers";
import { shareVisitors } from "../shares/table";
import type { RunRow } from "./lease";
import type { InputRequest } from "./requests";
import { type Outcome, type ToldSession, tellEnded, wordsOf } from "./tell-ended";

type Asked = Pick<InputRequest, "kind" | "asks">;

/**
 * Tells those whom a run asks, by notification and mail, unless they look at the session: whom the question is for, else
 * the person for whom the run was made. A visitor who has an account is sent a mail.
 */
export async function tellWaits(
  tx: Tx,
  run: RunRow,
  session: ToldSession,
  outcome: Outcome,
  requests: readonly Asked[],
): Promise<void> {
  if (session.test) return;
  const words = wordsOf(plain(session.name), outcome);
  if (outcome.asks === "budget" || requests.length === 0 || !words) return tellEnded(tx, run, session, outcome);
  const people = new Set<string>();
  for (const { asks, kind } of requests) {
    const assignee = asks?.assignee ?? { type: "anyone" as const };
    // What anybody may answer is the visitor's own to answer in their session, but for approvals.
    if (assignee.type === "anyone" && session.shareId !== null && kind !== "approval") continue;
    const named = await accountsFor(tx, run.teamId, assignee);
    // Whoever was named may have left.
    const asked = named.length > 0 || run.principalId === null ? named : [run.principalId];
    for (const id of asked) people.add(id);
  }
  const away: string[] = [];
  for (const id of people) if (!(await isWatched(tx, session.id, id))) away.push(id);
  for (const id of away) {
    const link = linkFor(run.teamId, session, id);
    await notify(tx, {
      ...{ ...words, to: [id], teamId: run.teamId, sessionId: session.id, link, key: `session:${session.id}` },
    });
  }
  await mailTo(tx, away, session, (id) => linkFor(run.teamId, session, id));
  const visited = requests.some(({ asks, kind }) => kind === "form" && (asks?.assignee.type ?? "anyone") === "anyone");
  if (visited && session.visitorId !== null) await mailVisitor(tx, run.teamId, session);
}

/** Whoever is asked without seeing the session answers in the inbox. */
const linkFor = (teamId: string, { id, sharingConfig, createdBy }: ToldSession, accountId: string): string =>
  sharingConfig.mode === "private" && accountId !== createdBy ? `/${teamId}/inbox` : `/${teamId}/session/${id}`;

async function mailTo(tx: Tx, ids: string[], session: ToldSession, linkOf: (id: string) => string): Promise<void> {
  if (ids.length === 0) return;
  const open = and(isNull(accounts.dateDeleted), isNull(accounts.dateClosed), eq(accounts.emailVerified, true));
  const rows = await tx
    .select({ id: accounts.id, email: accounts.email, name: accounts.name, muted: accounts.mutedNotices })
    .from(accounts)
    .where(and(inArray(accounts.id, ids), open));
  const told = rows.filter(({ muted }) => !muted.includes("run_waits"));
  afterCommit(tx, async () => {
    for (const { id, email, name } of told) await sendAskedMail(email, name, session.appName, linkOf(id));
  });
}

async function mailVisitor(tx: Tx, teamId: string, session: ToldSession): Promise<void> {
  const [visitor] = await tx
    .select({ id: shareVisitors.accountId })
    .from(shareVisitors)
    .where(eq(shareVisitors.id, session.visitorId ?? ""));
  if (visitor?.id) await mailTo(tx, [visitor.id], session, () => `/s/${teamId}/${session.shareId}`);
}
