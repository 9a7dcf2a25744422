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
  if (active < concurrent) active += 1;
  else if (waiting.length < waitingMost) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw new AppError("rate_limited", "The server is busy. Try again in a few seconds.", { retryAfter: 5 });
  try {
    return await work();
  } finally {
    // The place is handed on, not given back, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  }
}

/** One password has several spellings in Unicode, and keyboards differ in which they send. */
const spelt = (password: string): string => password.normalize("NFKC");

export const samePassword = (a: string, b: string): boolean => spelt(a) === spelt(b);

export const hashPassword = (password: string): Promise<string> => queued(() => hash(spelt(password), cost));

/** The hash of a password that nobody has, at the same cost as a real one's. */
const UNKNOWN = "$argon2id$v=19$m=19456,t=2,p=1$dOSTokRrKAadUwWnF5cMHg$K+nVKDfA7Kq2OUjdE8spWXTN3DIoANn/tG51TcnjpWA";

/** Takes the same time for an account without a password as for a wrong one. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await queued(() => verify(stored ?? UNKNOWN, spelt(password)));
  return right && typeof stored === "string";
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const isEmail = (password: string, email: string): boolean =>
  [email, email.split("@")[0] ?? ""].some((part) => plain(part) !== "" && plain(part) === plain(password));

/** `aaaaaaaaaa`, `abcabcabcabc`, `1234512345`: at most half of it is its own. */
const repeatsItself = (password: string): boolean => /^(.{1,5}?)\1+.{0,4}$/su.test(password);

/** Why a new password is refused, or undefined. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < passwordMin) return `Use at least ${passwordMin} characters.`;
  if (password.length > passwordMax) return "Use at most 1,000 characters.";
  if (isEmail(password, email)) return "Do not use your e-mail address as the password.";
  const lower = password.toLowerCase();
  if (commonPasswords.has(lower) || new Set(lower).size < 4 || repeatsItself(lower)) {
    return "This password is too common. Choose one that others would not guess.";
  }
  return undefined;
}
