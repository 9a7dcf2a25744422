import { hash, verify } from "@node-rs/argon2";
import { passwordMax, passwordMin } from "@/lib/constants/limits";
import { AppError } from "../../platform/errors/errors";
import { commonPasswords } from "./common-passwords";

/** argon2id at OWASP's second setting: 19 MiB, 2 passes, 1 lane; about 20 ms per hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const concurrent = 2;
const maxQueued = 200;

let active = 0;
const waiting: (() => void)[] = [];

/** Limits concurrent hashes, which take memory and a core each and can be requested by anyone. */
async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  if (active < concurrent) active += 1;
  else if (waiting.length < maxQueued) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw new AppError("rate_limited", "The server is busy. Try again in a few seconds.", { retryAfter: 5 });
  try {
    return await work();
  } finally {
    // Transfers the slot instead of releasing it, so that the queue is fair.
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  }
}

/** Normalizes Unicode: keyboards differ in the form they send. */
const normalizedPassword = (password: string): string => password.normalize("NFKC");

export const normalizePassword = (a: string, b: string): boolean => normalizedPassword(a) === normalizedPassword(b);

export const hashPassword = (password: string): Promise<string> =>
  runQueued(() => hash(normalizedPassword(password), cost));

/** The hash of an unknown password, with the same cost as a real one. */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$dOSTokRrKAadUwWnF5cMHg$K+nVKDfA7Kq2OUjdE8spWXTN3DIoANn/tG51TcnjpWA";

/** Takes the same time for an account without a password as for a wrong one. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await runQueued(() => verify(stored ?? DUMMY_HASH, normalizedPassword(password)));
  return right && typeof stored === "string";
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const isEmail = (password: string, email: string): boolean =>
  [email, email.split("@")[0] ?? ""].some((part) => plain(part) !== "" && plain(part) === plain(password));

/** `aaaaaaaaaa`, `abcabcabcabc`, `1234512345`: mostly repetition. */
const isRepetitive = (password: string): boolean => /^(.{1,5}?)\1+.{0,4}$/su.test(password);

/** Why a new password is rejected, or undefined. */
export function findPasswordProblem(password: string, email: string): string | undefined {
  if (password.length < passwordMin) return `Use at least ${passwordMin} characters.`;
  if (password.length > passwordMax) return "Use up to 1,000 characters.";
  if (isEmail(password, email)) return "Don't use your email address as your password.";
  const lower = password.toLowerCase();
  if (commonPasswords.has(lower) || new Set(lower).size < 4 || isRepetitive(lower)) {
    return "This password is too common. Choose one that is harder to guess.";
  }
  return undefined;
}
