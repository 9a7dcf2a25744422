import { hash, verify } from "@node-rs/argon2";
import { passwordMax, passwordMin } from "@/lib/constants/limits";
import { AppError } from "../http/errors";
import { commonPasswords } from "./common-passwords";

/** argon2id at OWASP's second setting: 19 MiB, 2 passes, 1 lane; some 20 ms a hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const concurrent = 2;
const waitingMost = 200;

let active = 0;
const waiting: (() => void)[] = [];

/** A few hashes at a time: they take memory and a core each, and anyone may ask for one. */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (active >= concurrent) {
    if (waiting.length >= waitingMost) throw new AppError("rate_limited", "The server is busy. Try again in a few seconds.", { retryAfter: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  active += 1;
  try {
    return await work();
  } finally {
    active -= 1;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, cost));

let unknownHash: Promise<string> | undefined;

/** Takes the same time for an account without a password as for a wrong one. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  unknownHash ??= hashPassword("nobody has this password");
  const against = stored ?? (await unknownHash);
  const right = await queued(() => verify(against, password));
  return right && typeof stored === "string";
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Why a new password is refused, or undefined. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < passwordMin) return `Use at least ${passwordMin} characters.`;
  if (password.length > passwordMax) return "Use at most 1,000 characters.";
  if (password.toLowerCase() === email.toLowerCase() || plain(password) === plain(email.split("@")[0] ?? ""))
    return "Do not use your e-mail address as the password.";
  if (commonPasswords.has(password.toLowerCase()) || new Set(password).size < 4)
    return "This password is too common. Choose one that others would not guess.";
  return undefined;
}
