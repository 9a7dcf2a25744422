import { accounts } from "@/lib/contract/accounts/schemas";
import type { Notification } from "@/lib/contract/notifications/schemas";
import { notifications } from "@/lib/contract/notifications/schemas";
import { notify } from "@/lib/server/access/notifications/service";
import { callAs, expectOk, type Person, type Reply } from "./client";
import { testDatabase } from "./database";
import { inTeam } from "./members";

/** A person's list in a team, newest first. */
export async function listed(person: Pick<Person, "token" | "slug">, slug = person.slug): Promise<Notification[]> {
  const answer = await expectOk(callAs(notifications.list, { ...inTeam(person, slug), query: { limit: 100 } }));
  return (answer as { notifications: Notification[] }).notifications;
}

export const titles = async (person: Pick<Person, "token" | "slug">, slug?: string): Promise<string[]> =>
  (await listed(person, slug)).map(({ title }) => title);

/** Those that come with the account, in its current team. */
export async function unseen(person: Pick<Person, "token">): Promise<Notification[]> {
  return ((await expectOk(callAs(accounts.get, { token: person.token }))) as { notifications: Notification[] })
    .notifications;
}

export const see = (person: Person, ids: string[], slug = person.slug): Promise<Reply> =>
  callAs(notifications.seen, {
    ...inTeam(person, slug),
    body: { notificationIds: ids, resourceSlug: slug, _csrf: person.csrf },
  });

type Notice = Parameters<typeof notify>[1];

/** Tells something as the code that causes it does. */
export async function tell(notice: Partial<Notice> & Pick<Notice, "to" | "teamId">): Promise<void> {
  const { db } = await testDatabase();
  const words = { type: "session", title: "Done", description: "It is **done**." } as const;
  await db.transaction((tx) => notify(tx, { ...words, ...notice } as Notice));
}
