import { lt } from "drizzle-orm";
import { type AccountEvent, accountEvents as titles } from "@/lib/constants/account-events";
import { accountEventMs } from "@/lib/constants/limits";
import { deviceOf } from "@/lib/utils/device";
import type { Source } from "../auth/source";
import { afterCommit } from "../db/after-commit";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { mailName } from "../mail/compose";
import { sendSecurityMail } from "../mail/mails";
import { notify, plain } from "../notifications/service";
import { accountEvents } from "../security/table";

interface Person {
  id: string;
  email: string;
  name: string;
}

/** These stand in the account's own list alone. */
const quiet: ReadonlySet<AccountEvent> = new Set([
  "signed_in",
  "sessions_ended",
  "keys_revoked",
  "email_confirmed",
  "email_stopped",
]);
/** Of these a mail of their own tells. */
const mailedApart: ReadonlySet<AccountEvent> = new Set(["email_asked"]);

/** What follows from it, said behind the title. */
const said = (kind: AccountEvent, detail: string | null): string => {
  switch (kind) {
    case "new_place":
      return "If this was not you, choose a new password and turn on two-factor sign-in.";
    case "recovery_code_used":
      return `${detail} are left. Make new ones on the account page before they run out.`;
    case "email_asked":
      return `To ${detail}, once both addresses have confirmed it.`;
    case "email_changed":
      return `To ${detail}.`;
    case "key_created":
    case "key_rotated":
      return `“${mailName(detail ?? "")}”. If this was not you, delete the key and choose a new password.`;
    case "two_factor_off":
      return detail === null ? "" : `It was done ${detail}.`;
    case "linked":
    case "unlinked":
      return `${detail}.`;
    default:
      return "";
  }
};

/** Notes it in the account's own list; tells its owner by a notification and a mail, which goes to the address of before. */
export async function noteSecurity(
  tx: Tx,
  { id: accountId, email, name }: Person,
  kind: AccountEvent,
  source: Source,
  detail: string | null = null,
): Promise<void> {
  await tx.insert(accountEvents).values({ id: newId("event"), accountId, kind, detail, ...source });
  if (quiet.has(kind)) return;
  const device = deviceOf(source.userAgent).name;
  const what = said(kind, detail);
  await notify(tx, {
    ...{ to: [accountId], teamId: null, type: "account", title: titles[kind], link: "/account#activity" },
    description: [`${plain(titles[kind])}.`, plain(what), `${plain(device)}, ${plain(source.address)}.`]
      .filter(Boolean)
      .join(" "),
  });
  if (mailedApart.has(kind)) return;
  afterCommit(tx, () => sendSecurityMail(email, name, { title: titles[kind], what, device, address: source.address }));
}

export const sweepAccountEvents = (db: Db) =>
  db.delete(accountEvents).where(lt(accountEvents.date, new Date(Date.now() - accountEventMs)));
