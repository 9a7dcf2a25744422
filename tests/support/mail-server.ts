import { afterAll, beforeAll, onTestFinished } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { provide } from "@/lib/server/platform/process/registry";
import { smtpServer, type TestSmtpServer } from "./smtp-server";

const forget = () => {
  forgetEnv();
  for (const name of ["smtp", "mailQueue"]) provide(name, undefined);
};

/** Until the test ends mails go to a mail server. */
export async function mailServer(): Promise<TestSmtpServer> {
  const server = await smtpServer();
  process.env.SMTP_URL = server.url;
  forget();
  onTestFinished(async () => {
    delete process.env.SMTP_URL;
    forget();
    await server.close();
  });
  return server;
}

/** One that takes all mails of a test file. */
export function smtpForAll(): () => TestSmtpServer {
  let server: TestSmtpServer | undefined;
  beforeAll(async () => {
    server = await smtpServer();
    process.env.SMTP_URL = server.url;
    forgetEnv();
  });
  afterAll(async () => {
    delete process.env.SMTP_URL;
    forgetEnv();
    await server?.close();
  });
  return () => {
    if (!server) throw new Error("The mail server has not started.");
    return server;
  };
}
