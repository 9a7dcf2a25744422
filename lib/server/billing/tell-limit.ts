import { eq } from "drizzle-orm";
import { accounts } from "../accounts/table";
import type { Principal } from "../auth/principal";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import { log } from "../log";
import { notify, plain } from "../notifications/service";
import { orgs } from "../teams/table";

interface Refused {
  principal: Pick<Principal, "account">;
  teamId: string | null;
}

/** After a plan has refused something: tells whom it was refused, and the owner who can change the plan, once a day. */
export async function tellLimit(db: Db, error: unknown, refused: Refused): Promise<void> {
  if (!(error instanceof AppError) || error.code !== "limit") return;
  try {
    await tell(db, error, refused);
  } catch (failed) {
    log().warn({ err: failed }, "nobody was told of a plan's limit");
  }
}

async function tell(db: Db, { message, extra: { orgId, data } }: AppError, { teamId, principal }: Refused) {
  const person = principal.account;
  const owner = orgId === undefined ? undefined : await ownerOf(db, orgId);
  const day = new Date().toISOString().slice(0, 10);
  const notice = {
    ...({ teamId, type: "billing", title: "Limit reached", once: true } as const),
    key: `limit:${orgId ?? person.id}:${String(data?.limit)}:${day}`,
    link: teamId && `/${teamId}/org`,
  };
  const own = owner === undefined || owner.id === person.id;
  await db.transaction(async (tx) => {
    const whom = own ? "" : ` ${plain(owner.name)}, who owns ${plain(owner.org)}, can change the plan.`;
    await notify(tx, { ...notice, to: [person.id], description: `${message}${whom}` });
    if (own) return;
    const description = `${message} ${plain(person.name)} needed more in ${plain(owner.org)}.`;
    await notify(tx, { ...notice, to: [owner.id], description });
  });
}

async function ownerOf(db: Db, orgId: string) {
  const [row] = await db
    .select({ id: accounts.id, name: accounts.name, org: orgs.name })
    .from(orgs)
    .innerJoin(accounts, eq(accounts.id, orgs.ownerId))
    .where(eq(orgs.id, orgId));
  return row;
}
