import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Deliver, toMessage } from "./message";

/** Stores a mail as two files, the `.eml` as sent and a readable `.json`. `failure`: why it was not delivered. */
export function outboxDelivery(folder: string, from: string, failure?: string): Deliver {
  return async (mail) => {
    const { default: nodemailer } = await import("nodemailer");
    const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { message } = await composer.sendMail(toMessage(mail, from));
    const date = new Date().toISOString();
    const path = join(folder, `${date.replaceAll(":", "-")}-${randomBytes(4).toString("hex")}`);
    const { to, subject, text, link } = mail;
    const readable = JSON.stringify({ to, subject, date, link, failure, text }, null, 2);
    await writeFile(`${path}.eml`, message, { mode: 0o600 });
    // Written last and atomically, for programs that watch for .json files.
    await writeFile(`${path}.part`, `${readable}\n`, { mode: 0o600 });
    await rename(`${path}.part`, `${path}.json`);
  };
}
