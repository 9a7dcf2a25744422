import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { admin } from "@/lib/contract/admin/schemas";
import { outboxFolder } from "@/lib/server/platform/mail/outbox-folder";
import { rootToken } from "../support/administration";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { mailServer } from "../support/mail-server";
import { furnishTeam } from "../support/matrix/furnished-team";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

describe("mails", () => {
  it("are read as text without what their links are good for", async () => {
    const { mailId, memberId } = (await furnishTeam()).ids;
    const token = await rootToken();
    const { mails, smtp } = await expectOk(callAs(admin.mails, { token, query: { limit: 1 } }));
    expect([mails, smtp]).toMatchObject([
      [{ _id: mailId, subject: "Confirm your email address", failure: null }],
      false,
    ]);
    const reply = await callAs(admin.mail, { token, params: { mailId } });
    expect(await reply.response.text()).not.toContain("mv_unsent");
    expect(reply.body).toMatchObject({ mail: { text: expect.stringContaining("/verify?token=••••") } });
    const beside = { to: "a@example.test", subject: "Beside", date: new Date().toISOString(), text: "Not a mail" };
    await writeFile(join(outboxFolder(), "..", "beside.json"), JSON.stringify(beside));
    for (const none of ["../beside", "../app-secret", "..%2fapp-secret", memberId, mailId.replace(/.{8}$/, "00000000")])
      expect((await callAs(admin.mail, { token, params: { mailId: none } })).status).toBe(404);
  });

  it("are paged, newest first, with a place in the order for one that is gone", async () => {
    const token = await rootToken();
    for (let i = 0; i < 3; i += 1) await furnishTeam();
    const page = async (query: object) => {
      const answer = await expectOk(callAs(admin.mails, { token, query: query as never }));
      return { ids: (answer.mails as { _id: string }[]).map(({ _id }) => _id), next: answer.next as string };
    };
    const first = await page({ limit: 2 });
    await expectOk(callAs(admin.removeMail, { token, params: { mailId: first.next } }));
    const second = await page({ limit: 2, before: first.next });
    const all = [...first.ids, ...second.ids];
    expect(all).toEqual([...all].sort().reverse());
    expect((await callAs(admin.removeMail, { token, params: { mailId: first.next } })).status).toBe(404);
  });

  it("are sent when there is a mail server, and stay when it refuses", async () => {
    const { mailId } = (await furnishTeam()).ids;
    const token = await rootToken();
    const send = () => callAs(admin.resendMail, { token, params: { mailId } });
    expect(await send()).toMatchObject({ status: 409, body: { error: expect.stringContaining("SMTP_URL") } });
    const server = await mailServer();
    server.refusals.push(550);
    expect(await send()).toMatchObject({ status: 409, body: { error: expect.stringContaining("rejected the email") } });
    expect((await callAs(admin.mail, { token, params: { mailId } })).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.raw).toContain("token=3Dmv_unsent");
    expect((await callAs(admin.mail, { token, params: { mailId } })).status).toBe(404);
    const { entries } = await expectOk(callAs(admin.log, { token, query: { limit: 1 } }));
    expect(entries).toMatchObject([{ action: "admin.resendMail", orgName: null, after: null }]);
  });

  it("that a mail server has refused for good are kept with its words", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const server = await mailServer();
    server.refusals.push(550);
    await expectOk(callAs(accounts.requestChangePassword, { body: { email: ada.email } }));
    const newest = async () => {
      const { mails } = await expectOk(callAs(admin.mails, { token, query: { limit: 1 } }));
      return (mails as { to: string; failure: string | null }[])[0];
    };
    await expect.poll(newest).toMatchObject({ to: ada.email, failure: expect.stringContaining("550") });
  });
});
