import { chmodSync } from "node:fs";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../support/folders";
import { onOwnPostgres } from "../support/many-processes";
import { startProcess } from "../support/processes";
import { smtpServer } from "../support/smtp-server";

/** Ends a process with a mail under way, whose server answers so. */
async function endWithMail(refusals: number[]) {
  const smtp = await smtpServer();
  smtp.refusals.push(...refusals);
  onTestFinished(() => void smtp.close());
  const folder = temporaryFolder("closing");
  chmodSync(folder, 0o755);
  const ending = startProcess("tests/support/mail-process.ts", { DATA_DIR: folder, SMTP_URL: smtp.url });
  await ending.line("A mail is under way");
  const told = performance.now();
  await ending.kill("SIGTERM");
  return { mails: smtp.mails.length, code: await ending.exit(), ms: performance.now() - told, output: ending.output() };
}

it("waits for a mail that its server takes at the second attempt", async () => {
  expect(await endWithMail([451])).toMatchObject({ mails: 1, code: 0 });
});

it("does not wait for long for a server that does not take it, and says so", async () => {
  const { mails, code, ms, output } = await endWithMail([451, 451, 451, 451]);
  expect([mails, code]).toEqual([0, 0]);
  expect(ms).toBeLessThan(6_000);
  expect(output).toContain("Pending emails were not sent");
});

it("answers a request that has begun, before it closes the database", { timeout: 60_000 }, async () => {
  const muster = await onOwnPostgres();
  onTestFinished(() => muster.end());
  const { url, kill } = await muster.server({ WORKER: "off" });
  const body = JSON.stringify({ name: "Ada", email: "ada@example.test", password: "correct horse battery 9" });
  const headers = { "content-type": "application/json", "content-length": body.length };
  const sent = request(`${url}/forms/account/register`, { method: "POST", headers });
  const answered = new Promise<string>((resolve, reject) => {
    sent.on("response", (response) => void text(response).then((said) => resolve(`${response.statusCode} ${said}`)));
    sent.on("error", reject);
  });
  sent.write(body.slice(0, 20));
  await sleep(500);
  const ended = kill("SIGTERM");
  await sleep(500);
  sent.end(body.slice(20));
  expect(await answered).toMatch(/^200 /);
  await ended;
});
