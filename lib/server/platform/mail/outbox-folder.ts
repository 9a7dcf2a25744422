import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { env } from "../env/env";
import { isErrno } from "../errors/errno";

/** A mail's id is its file name: a sortable time and a random suffix. */
const idPattern = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z-[0-9a-f]{8}$/;
const jsonExtension = ".json";

const readable = z.object({
  to: z.string(),
  subject: z.string(),
  date: z.iso.datetime(),
  failure: z.string().nullish(),
  text: z.string(),
});

export interface OutboxMail {
  id: string;
  to: string;
  subject: string;
  date: string;
  /** The mail server's error; null without a server. */
  failure: string | null;
  /** Includes the link, whose token is secret. */
  text: string;
}

export const outboxFolder = (): string => join(env().DATA_DIR, "outbox");

const buildPath = (id: string, end: string): string => join(/* turbopackIgnore: true */ outboxFolder(), `${id}${end}`);

/** Newest first. */
async function listOutboxIds(): Promise<string[]> {
  const names = await readdir(/* turbopackIgnore: true */ outboxFolder()).catch((error: unknown) => {
    if (isErrno(error, "ENOENT")) return [];
    throw error;
  });
  const ids = names.flatMap((name) => (name.endsWith(jsonExtension) ? name.slice(0, -jsonExtension.length) : []));
  return ids
    .filter((id) => idPattern.test(id))
    .sort()
    .reverse();
}

export const countOutbox = async (): Promise<number> => (await listOutboxIds()).length;

/** Null if it does not exist or is not a mail. */
export async function readMail(id: string): Promise<OutboxMail | null> {
  if (!idPattern.test(id)) return null;
  const text = await readFile(/* turbopackIgnore: true */ buildPath(id, jsonExtension), "utf8").catch(() => null);
  const parsed = text === null ? null : readable.safeParse(parseJson(text));
  return parsed?.success ? { id, ...parsed.data, failure: parsed.data.failure ?? null } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The mail in its final form. */
export const readMessage = (id: string): Promise<Buffer> => readFile(/* turbopackIgnore: true */ buildPath(id, ".eml"));

/** A page of mails older than `before`, newest first. `before` may no longer exist. */
export async function listMails({ before, limit }: { before?: string | undefined; limit: number }) {
  const ids = await listOutboxIds();
  const older = before === undefined ? ids : ids.filter((id) => id < before);
  const page = older.slice(0, limit);
  const mails = (await Promise.all(page.map(readMail))).filter((mail) => mail !== null);
  return { mails, count: ids.length, next: older.length > limit ? (page.at(-1) ?? null) : null };
}

export async function removeMail(id: string): Promise<void> {
  if (!idPattern.test(id)) return;
  for (const end of [jsonExtension, ".eml"]) await rm(/* turbopackIgnore: true */ buildPath(id, end), { force: true });
}

/** A mail's text with masked tokens, which are for its recipient only. */
export const maskTokens = (text: string): string => text.replace(/([?&]token=)[^\s&#"]+/g, "$1••••");
