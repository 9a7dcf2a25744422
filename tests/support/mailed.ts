import { accounts } from "@/lib/contract/accounts/schemas";
import { waitForMails } from "@/lib/server/platform/mail/mails";
import { listMails } from "@/lib/server/platform/mail/outbox-folder";
import { callAs, expectOk, goodPassword } from "./client";
import type { TestSmtpServer } from "./smtp-server";

const readable = (raw: string): string => raw.replace(/=\r\n/g, "").replace(/=3D/g, "=");

/** The texts of all mails to an address, oldest first. */
export async function mailsTo(server: TestSmtpServer, to: string): Promise<string[]> {
  await waitForMails();
  return server.mails.filter((each) => each.to.includes(to)).map(({ raw }) => readable(raw));
}

/** The token in the newest mail to an address with a link to that page, as its reader would click it. */
export async function mailedToken(server: TestSmtpServer, to: string, page: string): Promise<string> {
  const links = (await mailsTo(server, to)).flatMap(
    (text) => new RegExp(`https?://\\S+/${page}\\?token=(m[a-z]_\\w+)`).exec(text)?.[1] ?? [],
  );
  const newest = links.at(-1);
  if (!newest) throw new Error(`No link to /${page} was mailed to ${to}.`);
  return newest;
}

/** Confirms an address by the newest link that was mailed to it, and chooses the password there. Returns a session token. */
export async function confirmAddress(server: TestSmtpServer, email: string, password = goodPassword): Promise<string> {
  const token = await mailedToken(server, email, "verify");
  return String((await expectOk(callAs(accounts.verify, { body: { token, password } }))).token);
}

/** All mails to an address that the outbox keeps, oldest first. */
export async function keptMails(address: string) {
  await waitForMails();
  const { mails } = await listMails({ limit: Number.MAX_SAFE_INTEGER });
  return mails.filter(({ to }) => to === address).toReversed();
}
