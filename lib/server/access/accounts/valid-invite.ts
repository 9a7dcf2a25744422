import type { Db } from "../../platform/db/client";
import { invalidField } from "../../platform/errors/errors";
import { isMailEnabled } from "../../platform/mail/mails";
import { findMembership } from "../auth/membership";
import type { Principal } from "../auth/principal";
import { findOpenInvite, findUsedInvite, type InviteRow, type OpenInvite } from "../invites/service";
import { canStillInvite } from "../teams/service";
import { findAccountByEmail } from "./queries";

/** Refers to the form's field when a new account is being created. */
export const createExpiredError = (field = "token") =>
  invalidField(field, "This invitation is no longer valid. Ask for a new one.");
const createUsedError = (field = "token") =>
  invalidField(field, "This invitation was already used and is no longer valid.");

export async function findValidInvite(db: Db, token: string, field?: string): Promise<OpenInvite> {
  const found = await findOpenInvite(db, token);
  if (!found) throw (await findUsedInvite(db, token)) ? createUsedError(field) : createExpiredError(field);
  if (!(await canStillInvite(db, found.invite))) throw createExpiredError(field);
  return found;
}

/** Returns the invitation for display. Members who have already accepted it are redirected to the team. */
export async function viewInvite(db: Db, token: string, principal: Principal | null) {
  const gone = await findUsedInvite(db, token);
  if (gone) {
    const { teamId } = gone;
    const member = principal && teamId ? await findMembership(db, principal.account, teamId) : null;
    return { used: true as const, path: member?.row ? toInvitedPath({ teamId }) : null };
  }
  const { invite, place, inviter, mailed } = await findValidInvite(db, token);
  const { email, name, role } = invite;
  const known = (await findAccountByEmail(db, email)) !== undefined;
  const revealed = mailed || !isMailEnabled() ? known : null;
  return { used: false as const, email, name, role, place, inviter, known: revealed };
}

/** Where an accepted invitation leads. */
export const toInvitedPath = ({ teamId }: Pick<InviteRow, "teamId">): string => (teamId ? `/${teamId}` : "/welcome");
