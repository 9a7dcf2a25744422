import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { callAs, expectOk, goodPassword, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { mailServer } from "../support/mail-server";
import { confirmAddress, mailsTo } from "../support/mailed";
import { newApp, testWorker } from "../support/sessions";
import { answered, begin, inTeam, readLink, visit, visitorMessages, write } from "../support/visitors";

ownDatabase();

const nobodyNamed = { status: 400, body: { issues: [{ path: "sharingEmails" }] } };

it("an app is opened to a named address by the form; who owns it comes in once the mailed link has confirmed it", async () => {
  const worker = await testWorker();
  const [ada, early] = [await newPerson(), await newPerson("Grace")];
  const appId = await newApp(ada);
  const server = await mailServer();
  const edit = (body: Record<string, unknown>) =>
    callAs(apps.edit, { token: ada.token, params: { resourceSlug: ada.slug, appId }, body });
  expect(await edit({ sharingMode: "whitelist", sharingEmails: [] })).toMatchObject(nobodyNamed);
  const [late, other] = [`linus-${randomUUID()}@example.test`, `eve-${randomUUID()}@example.test`];
  // As people write addresses.
  await expectOk(edit({ sharingMode: "whitelist", sharingEmails: [late.toUpperCase(), early.email] }));
  const { shareId } = await expectOk(callAs(shares.add, { ...inTeam(ada), body: { appId } }));
  const link = { slug: ada.slug, appId, shareId: String(shareId) };
  const opens = async (token?: string) => (await readLink(link, token)).status;

  // Signed in since before the server sent mail: the address was never confirmed.
  expect([await opens(), await opens(early.token)]).toEqual([404, 404]);
  expect((await begin(link, early.token)).status).toBe(404);

  const register = async (email: string) => {
    const body = { name: "Linus", email, password: goodPassword };
    await expectOk(callAs(accounts.register, { body }));
    expect((await callAs(accounts.login, { body: { email, password: goodPassword } })).status).toBe(401);
    return confirmAddress(server, email);
  };
  const [named, stranger] = [await register(late), await register(other)];
  expect([await opens(named), await opens(stranger)]).toEqual([200, 404]);
  const visitor = await visit(link, named);
  await expectOk(write(visitor, "Hello"));
  expect((await answered(visitor)).lastRun?.status).toBe("completed");
  expect((await visitorMessages(visitor)).map(({ authorName }) => authorName)).toEqual(["Linus", "Chat"]);
  // The link goes by no mail of ours: whoever shares passes it on.
  expect((await mailsTo(server, late)).some((text) => text.includes(link.shareId))).toBe(false);

  await expectOk(edit({ sharingEmails: [other] }));
  expect([await opens(named), await opens(stranger)]).toEqual([404, 200]);
  expect((await write(visitor, "Still there?")).status).toBe(404);
  await worker.stop();
});
