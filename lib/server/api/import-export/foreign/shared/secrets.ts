import { walkStrings } from "./values.ts";

/** A secret that stands in a file, and the name of its field. */
export interface FoundSecret {
  value: string;
  field: string;
}

const secretWords = ["apikey", "secret", "password", "passwd", "accesstoken", "authtoken", "privatekey", "bearertoken"];
/** Fields that are named so, but hold no secret. */
const exactWords = ["token", "authorization", "jwt", "jwttoken", "credentialvalue"];

const isSecretField = (field: string): boolean => {
  const name = field.toLowerCase().replaceAll("_", "").replaceAll("-", "");
  return exactWords.includes(name) || secretWords.some((word) => name.endsWith(word));
};

const prefixes = [
  "sk-",
  "sk_",
  "ghp_",
  "gho_",
  "github_pat_",
  "glpat-",
  "xoxb-",
  "xoxp-",
  "AIza",
  "AKIA",
  "gsk_",
  "hf_",
  "tvly-",
  "pplx-",
];
/** Characters of a token. */
const tokenPattern = /[A-Za-z0-9_\-.]{16,300}/g;
const hasAll = (text: string): boolean => /[a-z]/i.test(text) && /\d/.test(text);

/** A value that could be a secret, and not a word, the name of a variable or a placeholder. */
const isValue = (value: string): boolean =>
  value.length >= 8 &&
  value.length <= 4_000 &&
  (value.length >= 12 || /[^A-Za-z]/.test(value)) &&
  !/^[A-Z][A-Z0-9_]*$/.test(value) &&
  !/^[{$<]/.test(value) &&
  !/\s/.test(value);

/** Assignments in code and prompts, such as `token = "…"`. Each part is bounded, and none overlaps the next. */
const assigned = /(?:api[_-]?key|token|secret|password)["']?[ ]{0,3}[:=][ ]{0,3}["'`]([^"'`\s]{8,300})["'`]/gi;

/** The secrets of a parsed file, and why it is refused if it is. */
export function findSecrets(root: unknown): { secrets: FoundSecret[]; problem: string | undefined } {
  const found = new Map<string, string>();
  const problem = walkStrings(root, (text, key) => {
    if (isSecretField(key) && isValue(text)) found.set(text, key);
    for (const [token] of text.matchAll(tokenPattern))
      if (prefixes.some((prefix) => token.startsWith(prefix)) && token.length >= 20 && hasAll(token))
        found.set(token, key);
    for (const [, value = ""] of text.matchAll(assigned)) if (isValue(value)) found.set(value, key || "code");
    const bearer = text.startsWith("Bearer ") ? text.slice(7) : "";
    if (isValue(bearer)) found.set(bearer, key);
  });
  return { secrets: [...found].map(([value, field]) => ({ value, field })), problem };
}

/** Without a space, as names of variables may contain a secret. */
const removed = "[secret-removed]";

/** A value without the secrets that were found. */
export function removeSecrets<T>(value: T, secrets: readonly FoundSecret[]): T {
  if (secrets.length === 0) return value;
  const longestFirst = secrets.map((one) => one.value).sort((one, other) => other.length - one.length);
  const clear = (one: unknown): unknown => {
    if (typeof one === "string") return longestFirst.reduce((text, secret) => text.replaceAll(secret, removed), one);
    if (Array.isArray(one)) return one.map(clear);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [clear(name), clear(inner)]));
  };
  return clear(value) as T;
}
