import { lt } from "drizzle-orm";
import { type AccountEvent, accountEvents as titles } from "@/lib/constants/account-events";
import { accountEventMs } from "@/lib/constants/limits";
import { parseDevice } from "@/lib/utils/browser/device";
import { afterCommit } from "../../platform/db/after-commit";
import type { Db, Tx } from "../../platform/db/client";
import { accountEvents } from "../../platform/db/tables/account-events";
import { newId } from "../../platform/ids/ids";
import { sanitizeName } from "../../platform/mail/compose";
import { sendSecurityMail } from "../../platform/mail/mails";
import type { Source } from "../auth/source";
import { escapeMarkdown, notify } from "../notifications/service";

interface Person {
  id: string;
  email: string;
  name: string;
}

/** Events without notification. */
const eventsWithoutMail: ReadonlySet<AccountEvent> = new Set([
  "signed_in",
  "sessions_ended",
  "keys_revoked",
  "email_confirmed",
  "email_stopped",
]);
/** Events that send a mail of their own. */
const eventsWithOwnMail: ReadonlySet<AccountEvent> = new Set(["email_asked"]);

/** The consequence, shown after the title. */
const describeConsequence = (kind: AccountEvent, detail: string | null): string => {
  switch (kind) {
    case "new_place":
      return "If this wasn't you, choose a new password and turn on two-factor authentication.";
    case "recovery_code_used":
      return `Unused codes left: ${detail}. Create new ones on the account page when they run low.`;
    case "email_asked":
      return `It will change to ${detail} once both addresses are confirmed.`;
    case "email_changed":
      return `The new address is ${detail}.`;
    case "key_created":
    case "key_rotated":
      return `“${sanitizeName(detail ?? "")}”. If this wasn't you, revoke the key and choose a new password.`;
    case "two_factor_off":
      return detail === null ? "" : `This was done ${detail}.`;
    case "linked":
    case "unlinked":
      return `${detail}.`;
    default:
      return "";
  }
};

/** Their consequence begins with the name of what was changed. */
const eventsWithName: ReadonlySet<AccountEvent> = new Set(["key_created", "key_rotated", "linked", "unlinked"]);

/** Records the event and informs the account's owner by a notification and a mail, sent to the previous address. */
export async function recordSecurityEvent(
  tx: Tx,
  { id: accountId, email, name }: Person,
  kind: AccountEvent,
  source: Source,
  detail: string | null = null,
): Promise<void> {
  await tx.insert(accountEvents).values({ id: newId("event"), accountId, kind, detail, ...source });
  if (eventsWithoutMail.has(kind)) return;
  const device = parseDevice(source.userAgent).name;
  const what = describeConsequence(kind, detail);
  await notify(tx, {
    to: [accountId],
    teamId: null,
    type: "account",
    title: titles[kind],
    link: "/account#activity",
    description: [
      `${escapeMarkdown(titles[kind])}${eventsWithName.has(kind) ? ":" : "."}`,
      escapeMarkdown(what),
      `Device: ${escapeMarkdown(device)}. IP address: ${escapeMarkdown(source.address)}.`,
    ]
      .filter(Boolean)
      .join(" "),
  });
  if (eventsWithOwnMail.has(kind)) return;
  afterCommit(tx, () => sendSecurityMail(email, name, { title: titles[kind], what, device, address: source.address }));
}

export const sweepAccountEvents = (db: Db) =>
  db.delete(accountEvents).where(lt(accountEvents.date, new Date(Date.now() - accountEventMs)));
