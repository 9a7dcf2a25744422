import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sanitizeName } from "@/lib/server/platform/mail/compose";
import { createMailQueue } from "@/lib/server/platform/mail/mail-queue";
import { outboxDelivery } from "@/lib/server/platform/mail/outbox";
import { maskTokens } from "@/lib/server/platform/mail/outbox-folder";
import { smtpDelivery } from "@/lib/server/platform/mail/smtp";
import {
  billingMail,
  inviteMail,
  knownEmailMail,
  type Recipient,
  resetMail,
  verifyMail,
} from "@/lib/server/platform/mail/templates";
import { smtpServer, type TestSmtpServer } from "@/tests/support/smtp-server";

const FROM = "Muster <muster@example.test>";
const to: Recipient = {
  email: "ada@example.test",
  name: "Ada",
  token: "mv_a+b/c",
  appUrl: "https://muster.example.test",
};
const logged: object[] = [];
const log = { warn: (fields: object) => logged.push(fields), error: (fields: object) => logged.push(fields) };
beforeEach(() => {
  logged.length = 0;
});

/** Every http address in a text. */
const links = (text: string): string[] => text.match(/https?:\/\/[^\s"<]+/g) ?? [];
const hostile = "Win\r\nBcc: all@example.test\r\n\r\n<a href='http://evil.test'>prize</a> at evil.test //x \u202e";

describe("the mails", () => {
  const mails = [
    ["verify", verifyMail(to), "verify"],
    ["reset", resetMail(to), "changepassword"],
    ["known e-mail", knownEmailMail(to), "changepassword"],
    ["invite", inviteMail(to, { inviter: "Grace", place: "Research" }), "verify"],
    ["invite with hostile names", inviteMail({ ...to, name: hostile }, { inviter: hostile, place: hostile }), "verify"],
  ] as const;

  test.each(mails)("%s has exactly one link, the same in text and HTML", (_name, mail, page) => {
    const link = `https://muster.example.test/${page}?token=mv_a%2Bb%2Fc`;
    expect(mail.link).toBe(link);
    expect(links(mail.text)).toEqual([link]);
    expect(links(mail.html)).toEqual([link]);
    expect(mail.html.match(/<a /g)).toHaveLength(1);
    expect(`${mail.subject}${mail.text}`).not.toMatch(/evil\.test|\u202e/);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain("<a href='");
  });

  test("of billing leads to the organization's page and to nothing that its name says", () => {
    const say = (org: string) => [`${org} is now on the Pro plan.`, "It renews on May 1."];
    const mail = billingMail(to, {
      subject: "Your plan has started",
      org: hostile,
      say,
      link: "/billing?resourceSlug=x-1",
    });
    const link = "https://muster.example.test/billing?resourceSlug=x-1";
    expect([links(mail.text), links(mail.html)]).toEqual([[link], [link]]);
    expect(mail.text).not.toMatch(/evil\.test|\u202e/);
    expect(mail.text).toContain("is now on the Pro plan.");
  });

  test.each([
    ["Ada", "Ada"],
    ["Acme Inc.", "Acme Inc."],
    ["visit www.evil.test now", "visit www. evil. test now"],
    ["https://evil.test/x", "https evil. test x"],
    ["me@evil.test", "me evil. test"],
    ["a\r\nBcc: b", "a Bcc b"],
    ["x".repeat(80), `${"x".repeat(59)}…`],
  ])("the name %j is written %j", (name, written) => {
    expect(sanitizeName(name)).toBe(written);
  });
});

describe("the outbox", () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "muster-mail-")), "outbox");
  });
  afterEach(() => rm(join(folder, ".."), { recursive: true }));

  test("holds the mail as it would go out and a file to read, closed to others", async () => {
    const mail = verifyMail(to);
    await outboxDelivery(folder, FROM)(mail);
    const names = await readdir(folder);
    expect(names.map((name) => name.slice(name.lastIndexOf("."))).sort()).toEqual([".eml", ".json"]);
    const [eml = "", json = ""] = await Promise.all(names.sort().map((name) => readFile(join(folder, name), "utf8")));
    expect(JSON.parse(json)).toMatchObject({ to: to.email, subject: mail.subject, link: mail.link, text: mail.text });
    expect(eml).toContain("To: ada@example.test\r\n");
    expect(eml).toContain("Subject: Confirm your email address\r\n");
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  });

  test("an address that hides others or a header is refused", async () => {
    const deliver = outboxDelivery(folder, FROM);
    for (const email of [
      "a@x.test, b@x.test",
      "a@x.test\r\nBcc: b@x.test",
      "<a@x.test>",
      "a@x.test;b@x.test",
      "a",
      "",
    ]) {
      await expect(deliver(verifyMail({ ...to, email }))).rejects.toThrow("not a single email address");
    }
    await deliver({ ...verifyMail(to), subject: "Hello\r\nBcc: b@x.test" });
    const eml = (await readdir(folder)).find((name) => name.endsWith(".eml")) ?? "";
    expect(await readFile(join(folder, eml), "utf8")).not.toMatch(/^Bcc:/m);
  });
});

test.each([
  ["https://m.test/verify?token=mv_abc", "https://m.test/verify?token=••••"],
  ["Open https://m.test/x?a=1&token=mv_abc#top now", "Open https://m.test/x?a=1&token=••••#top now"],
  ["twice ?token=a ?token=b", "twice ?token=•••• ?token=••••"],
  ["a token=kept is none", "a token=kept is none"],
])("of %j is shown %j", (text, shown) => {
  expect(maskTokens(text)).toBe(shown);
});

describe("SMTP", () => {
  let server: TestSmtpServer;
  let deliver: ReturnType<typeof smtpDelivery>;
  beforeAll(async () => {
    server = await smtpServer();
    deliver = smtpDelivery(server.url, FROM);
  });
  afterAll(async () => {
    deliver.close();
    await server.close();
  });
  beforeEach(() => {
    server.mails.length = 0;
    server.refusals.length = 0;
  });

  test("carries both parts to the one recipient", async () => {
    await deliver(inviteMail(to, { inviter: "Grace Höpper", place: "Forschung" }));
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: "muster@example.test", to: ["ada@example.test"] });
    expect(mail?.raw).toMatch(/^From: Muster <muster@example.test>\r$/m);
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail?.raw).toContain("multipart/alternative");
    expect(mail?.raw).toContain("text/plain; charset=utf-8");
    expect(mail?.raw).toContain("text/html; charset=utf-8");
  });

  test("a failure for now is tried again, one for good is not, and neither is thrown", async () => {
    const queue = createMailQueue({ deliver, log, retryDelaysMs: [10, 10] });
    const before = server.attempts();
    server.refusals.push(451, 421);
    queue.add(verifyMail(to));
    await queue.idle();
    expect([server.attempts() - before, server.mails.length, logged.length]).toEqual([3, 1, 2]);

    server.refusals.push(550);
    queue.add(verifyMail(to));
    await queue.idle();
    expect([server.attempts() - before, server.mails.length, logged.length]).toEqual([4, 1, 3]);

    server.refusals.push(451, 451, 451, 451);
    queue.add(verifyMail(to));
    await queue.idle();
    expect([server.attempts() - before, server.mails.length]).toEqual([7, 1]);
    expect(JSON.stringify(logged)).not.toContain("mv_a");
  });

  test("what is given up is kept with the server's words, and a folder that fails stops nothing", async () => {
    const kept: [string, string][] = [];
    const keep = async ({ to: address }: { to: string }, reason: string) => {
      kept.push([address, reason]);
      if (kept.length > 1) throw new Error("No room.");
    };
    const queue = createMailQueue({ deliver, log, keep, retryDelaysMs: [] });
    server.refusals.push(550, 451);
    queue.add(verifyMail(to));
    await queue.idle();
    queue.add(verifyMail(to));
    await queue.idle();
    expect(kept.map(([address]) => address)).toEqual([to.email, to.email]);
    expect(kept.map(([, reason]) => /\b(550|451)\b/.exec(reason)?.[1])).toEqual(["550", "451"]);
    expect(logged.at(-1)).toMatchObject({ err: { message: "No room." } });
    expect(queue.underWay()).toBe(0);
  });

  test("a server that is gone holds nobody up", async () => {
    const gone = await smtpServer();
    await gone.close();
    const nowhere = smtpDelivery(gone.url, FROM);
    const queue = createMailQueue({ deliver: nowhere, log, retryDelaysMs: [10] });
    for (let count = 0; count < 20; count++) queue.add(resetMail(to));
    expect(logged).toEqual([]);
    await queue.idle();
    expect(logged).toHaveLength(40);
    nowhere.close();
  });
});
