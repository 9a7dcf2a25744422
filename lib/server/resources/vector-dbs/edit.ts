import type { z } from "zod";
import { vectorDbKinds } from "@/lib/constants/vectordbs";
import type { vectorDbForm } from "@/lib/contract/vectordbs/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { openVectorStore } from "../../engine/knowledge/vectors/open";
import { VectorError } from "../../engine/knowledge/vectors/shared/failure";
import { decryptKey, toStoreSettings, type VectorDbRow } from "../../engine/knowledge/vectors/team-store";
import { isMaskOf } from "../../platform/crypto/mask";
import { AppError, invalidField } from "../../platform/errors/errors";

type Form = z.output<typeof vectorDbForm>;
export type Connection = Pick<Form, "type" | "url"> & { apiKey: string | undefined };

const checkMs = 15_000;
const field = "config.api_key";

/** 409 for the built-in one, which cannot be changed. */
export const createBuiltinError = (verb: string): AppError =>
  new AppError("conflict", `The built-in vector DB can't be ${verb}.`);

/**
 * The connection after a form was submitted: a mask keeps the stored key, and a new address requires the key again. Throws 400
 * at the field.
 */
export function toConnection(sent: Partial<Pick<Form, "type" | "url" | "config">>, row?: VectorDbRow): Connection {
  const type = sent.type ?? row?.type;
  const url = sent.url ?? row?.url;
  if (!type || !url) throw invalidField("url", "Enter the URL.");
  if (row && type !== row.type)
    throw invalidField("type", "A vector DB's type can't be changed. Create another one instead.");
  const stored = row && decryptKey(row);
  const given = sent.config && "api_key" in sent.config ? (sent.config.api_key ?? "") : undefined;
  const isKept = given === undefined || (stored !== undefined && isMaskOf(given, stored));
  if (isKept && stored !== undefined && url !== row?.url)
    throw invalidField(field, "Enter the API key again: it would be sent to a new URL.");
  const apiKey = (isKept ? stored : given) || undefined;
  if (apiKey === undefined && vectorDbKinds[type].keyRequired) throw invalidField(field, "Enter the API key.");
  if (apiKey?.includes("\u2022")) throw invalidField(field, "Enter the API key itself, not its mask.");
  return { type, url, apiKey };
}

/** Tests the connection. Never throws. */
export async function testConnection(connection: Connection): Promise<{ ok: true } | { ok: false; message: string }> {
  const late = AbortSignal.timeout(checkMs);
  try {
    await openVectorStore(toStoreSettings(connection, connection.apiKey)).check(late);
    return { ok: true };
  } catch (error) {
    const { title } = vectorDbKinds[connection.type];
    if (late.aborted)
      return { ok: false, message: `${title} didn't respond within ${pluralize(checkMs / 1_000, "second")}.` };
    if (error instanceof VectorError) return { ok: false, message: error.message };
    throw error;
  }
}

/** 400 with the database's message, unless forced. */
export async function requireReachable(connection: Connection, force: boolean | undefined): Promise<void> {
  const result = await testConnection(connection);
  if (result.ok || force) return;
  const { message } = result;
  throw new AppError("invalid", message, { issues: [{ path: "url", message }], data: { check: false } });
}
