import type { Db } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { log } from "../../platform/log/log";
import type { Principal } from "../auth/principal";
import { escapeMarkdown, notify } from "../notifications/service";
import { describePlanHolder, getPlanHolder } from "../plans/limit-error";

interface LimitedCaller {
  principal: Pick<Principal, "account">;
  teamId: string | null;
}

/** After a plan limit was hit: notifies the caller and the owner who can change the plan, once a day. */
export async function notifyLimit(db: Db, error: unknown, refused: LimitedCaller): Promise<void> {
  if (!(error instanceof AppError) || error.code !== "limit") return;
  try {
    await sendLimitNotice(db, error, refused);
  } catch (failed) {
    log().warn({ err: failed }, "a plan limit notification was not sent");
  }
}

async function sendLimitNotice(
  db: Db,
  { message, extra: { orgId, data } }: AppError,
  { teamId, principal }: LimitedCaller,
) {
  const person = principal.account;
  const holder = orgId === undefined ? undefined : await getPlanHolder(db, orgId);
  const day = new Date().toISOString().slice(0, 10);
  const notice = {
    ...({ teamId, type: "billing", kind: "limits", title: "Limit reached", once: true, tone: "warning" } as const),
    key: `limit:${orgId ?? person.id}:${String(data?.limit)}:${day}`,
    link: teamId && `/${teamId}/org`,
  };
  await db.transaction(async (tx) => {
    const who = holder ? ` ${describePlanHolder(holder, person.id, escapeMarkdown)}` : "";
    await notify(tx, { ...notice, to: [person.id], description: `${message}${who}` });
    if (!holder || holder.owner.id === person.id) return;
    const description = `${message} ${escapeMarkdown(person.name)} hit this limit in ${escapeMarkdown(holder.org)}.`;
    await notify(tx, { ...notice, to: [holder.owner.id], description });
  });
}
