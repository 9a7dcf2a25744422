import { and, eq } from "drizzle-orm";
import { requireAllowedEmail } from "../../../access/accounts/register";
import { invite as readInvite } from "../../../access/audit/org-subjects";
import { writeEntries } from "../../../access/audit/record";
import { requireScimInviteQuota } from "../../../access/invites/quota";
import { createInvite } from "../../../access/invites/service";
import { afterCommit } from "../../../platform/db/after-commit";
import type { Tx } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { invites } from "../../../platform/db/tables/invites";
import { sendInviteMail } from "../../../platform/mail/mails";
import { notifyInvited } from "../../teams/notify-members";
import { isOrgMember, joinOrg } from "../members/join";
import { createOrgAccount, isOwnAccount } from "../members/org-accounts";
import { isVerifiedAddress } from "../provider/queries";
import { toName } from "../sign-in/person";
import type { ScimCall } from "./client";
import { toPersonName } from "./user-form";
import { attachAccount } from "./users";
import type { ScimUser } from "./views";

type Account = typeof accounts.$inferSelect;

/** The user's account: the attached one, otherwise the one with the address, which may not be confirmed. */
export async function findAccount(tx: Tx, { accountId, email }: ScimUser): Promise<Account | undefined> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(accountId ? eq(accounts.id, accountId) : eq(accounts.email, email));
  return row;
}

const isOf = (user: ScimUser, account: Account): boolean => user.accountId !== null || account.emailVerified;

/**
 * Makes an active user a member, or invites them. Only the organization's own accounts become members directly: new ones in its
 * verified domains, and those that it has created and that belong to no other organization. Returns the member's account.
 */
export async function provision(call: ScimCall, user: ScimUser): Promise<Account | null> {
  const { tx, org, author } = call;
  const found = await findAccount(tx, user);
  const account = found ?? (await createIfOwn(call, user));
  if (!account) return invite(call, user);
  if (await isOrgMember(tx, org.id, account.id)) {
    if (!isOf(user, account)) return null;
    await attachAccount(tx, user, account.id);
    return account;
  }
  if (found && !(isOf(user, account) && (await isOwnAccount(tx, org.id, account)))) return invite(call, user);
  await joinOrg(tx, { orgId: org.id, account, author });
  await attachAccount(tx, user, account.id);
  return account;
}

async function createIfOwn({ tx, org }: ScimCall, user: ScimUser): Promise<Account | undefined> {
  const { email } = user;
  if (!(await isVerifiedAddress(tx, org.id, email))) return undefined;
  requireAllowedEmail(email, { invited: true });
  return createOrgAccount(tx, org.id, { email, name: toName(toPersonName(user), email) });
}

/** Invites the address, unless it already has an invitation. It is mailed, and an existing account is notified. */
async function invite({ tx, org, author }: ScimCall, user: ScimUser): Promise<null> {
  const { email } = user;
  const place = { orgId: org.id, teamId: null };
  const open = and(eq(invites.orgId, org.id), eq(invites.email, email));
  const [known] = await tx.select({ id: invites.id }).from(invites).where(open);
  if (known) return null;
  await requireScimInviteQuota(tx, org.id);
  const name = toName(toPersonName(user), email);
  const role = "Org Member" as const;
  const created = await createInvite(tx, place, { name, email, role, invitedBy: org.ownerId });
  const target = { scope: "org", id: org.id, orgId: org.id, name: org.name } as const;
  await notifyInvited(tx, org.ownerName, target, { ...created, email, role });
  const call = { orgId: org.id, accountId: org.ownerId, params: {}, body: {} };
  const snapshot = await readInvite("org")(tx, call, created.id);
  if (snapshot)
    await writeEntries(tx, [org.id], { ...snapshot, kind: "invite", teamId: null }, author, { after: snapshot.shown });
  afterCommit(tx, () => sendInviteMail(email, name, created.mail, { inviter: org.ownerName, place: org.name }));
  return null;
}

/** Shows the user's name, if the account is the organization's own. */
export async function renameAccount({ tx, org }: ScimCall, user: ScimUser): Promise<void> {
  const account = user.accountId ? await findAccount(tx, user) : undefined;
  if (!account || !(await isOwnAccount(tx, org.id, account))) return;
  const name = toName(toPersonName(user), account.email);
  if (name !== account.name) await tx.update(accounts).set({ name }).where(eq(accounts.id, account.id));
}
