import { eq } from "drizzle-orm";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import type { Message } from "@/lib/contract/sessions/message";
import { type Session, sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { shareLinks } from "@/lib/server/platform/db/tables/shares";
import { callAs, expectOk, newPerson, type Person } from "./client";
import { testDatabase } from "./database";
import { newApp } from "./sessions";

/** A link to an app of somebody's team. */
export interface Shared {
  person: Person;
  slug: string;
  appId: string;
  shareId: string;
}

export interface Visitor {
  link: Pick<Shared, "slug" | "appId" | "shareId">;
  token: string;
  sessionId: string;
}

type Form = Record<string, unknown>;

export const inTeam = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

export async function shareApp(person: Person, appId: string, form: Form = {}): Promise<Shared> {
  const { shareId } = await expectOk(callAs(shares.add, { ...inTeam(person), body: { appId, ...form } }));
  return { person, slug: person.slug, appId, shareId: String(shareId) };
}

export const setSharing = (person: Person, appId: string, sharing: Form) =>
  callAs(apps.edit, { token: person.token, params: { resourceSlug: person.slug, appId }, body: sharing });

/** A public app of somebody new, and a link to it. */
export async function sharedApp(options: Parameters<typeof newApp>[1] = {}, form: Form = {}): Promise<Shared> {
  const person = await newPerson();
  const appId = await newApp(person, options);
  await expectOk(setSharing(person, appId, { sharingMode: "public" }));
  return shareApp(person, appId, form);
}

type Link = Visitor["link"];

export const readLink = ({ slug, shareId }: Pick<Link, "slug" | "shareId">, token?: string) =>
  callAs(shares.get, { token, prefix: "/s", params: { resourceSlug: slug, shareId } });

/** Begins a conversation: as somebody new, or with the token of somebody who is known. */
export const begin = ({ slug, appId, shareId }: Link, token?: string, body: Form = {}) =>
  callAs(sessions.add, { token, prefix: "/s", params: { resourceSlug: slug }, body: { id: appId, shareId, ...body } });

export async function visit(link: Link, token?: string): Promise<Visitor> {
  const made = await expectOk(begin(link, token));
  return { link, token: String(made.visitorToken), sessionId: String(made._id) };
}

export const asVisitor = ({ link, token, sessionId }: Visitor) => ({
  token,
  prefix: "/s" as const,
  params: { resourceSlug: link.slug, sessionId },
});

export const write = (visitor: Visitor, message: string, body: Form = {}) =>
  callAs(sessions.start, { ...asVisitor(visitor), body: { message, ...body } });

export const visitorSession = async (visitor: Visitor): Promise<Session> =>
  ((await expectOk(callAs(sessions.get, asVisitor(visitor)))) as { session: Session }).session;

export const visitorMessages = async (visitor: Visitor): Promise<Message[]> =>
  ((await expectOk(callAs(sessions.messages, asVisitor(visitor)))) as { messages: Message[] }).messages;

export const visitorAccount = (token: string) => callAs(accounts.get, { token, prefix: "/s" });

/** Waits until the visitor's run has ended. */
export async function answered(visitor: Visitor): Promise<Session> {
  for (const until = Date.now() + 20_000; ; ) {
    const session = await visitorSession(visitor);
    if (session.status !== "running" && session.status !== "queued") return session;
    if (Date.now() > until) throw new Error(`The session is still ${session.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function changeLink(shareId: string, columns: Partial<typeof shareLinks.$inferInsert>): Promise<void> {
  const { db } = await testDatabase();
  await db.update(shareLinks).set(columns).where(eq(shareLinks.id, shareId));
}
