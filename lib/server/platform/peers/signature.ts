import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { deriveKey } from "../crypto/secret";

/** Shows that a request was forwarded by a process with the same secret. */
export const peerHeader = "x-muster-peer";
const validMs = 60_000;

const sign = (method: string, path: string, at: string): string =>
  createHmac("sha256", deriveKey("peer")).update(`${method} ${path} ${at}`).digest("hex");

export function createSignature({ method = "", url = "" }: IncomingMessage): string {
  const at = String(Date.now());
  return `${at}.${sign(method, url, at)}`;
}

export function isSigned({ method = "", url = "", headers }: IncomingMessage): boolean {
  const [at = "", signature = ""] = String(headers[peerHeader] ?? "").split(".");
  if (!/^\d{1,15}$/.test(at) || Math.abs(Date.now() - Number(at)) > validMs) return false;
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(method, url, at))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
