export const CUT = "[secret]";
/** Shorter values stand in ordinary text by chance. */
const MIN_LENGTH = 4;
const MIN_ENCODED_LENGTH = 8;
const CREDENTIAL_KEY = /key|secret|token|password|credential/i;

/** The credentials inside a secret that is itself JSON, such as a service account's `private_key`. */
function credentialsInside(secret: string): string[] {
  if (!secret.trimStart().startsWith("{")) return [];
  const found: string[] = [];
  try {
    JSON.parse(secret, (key, value) => {
      if (typeof value === "string" && CREDENTIAL_KEY.test(key)) found.push(value);
      return value;
    });
  } catch {
    return [];
  }
  return found;
}

/** What of a text's base64 is the same whatever stands before and after it, for each of the three alignments. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64url");
    const sure = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return sure.length < MIN_ENCODED_LENGTH ? [] : [sure, sure.replaceAll("-", "+").replaceAll("_", "/")];
  });
}

const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());

function spellings(value: string): string[] {
  const text = value.toWellFormed();
  const encoded = encodeURIComponent(text);
  const form = new URLSearchParams({ v: text }).toString().slice(2);
  const path = encodeURI(text);
  const html = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const json = JSON.stringify(text).slice(1, -1);
  const urls = [encoded, form, path].flatMap((url) => [url, lowerEscapes(url)]);
  const twiceJson = JSON.stringify(json).slice(1, -1);
  const bytes = text.length < MIN_ENCODED_LENGTH ? [] : [...base64Forms(text), Buffer.from(text).toString("hex")];
  return [value, json, twiceJson, html, html.replaceAll("'", "&#39;"), ...urls, ...bytes];
}

/** The lines of a secret that has several, such as a private key's: a console keeps each by itself. */
const linesOf = (secret: string): string[] =>
  secret.trimStart().startsWith("{") || !secret.includes("\n")
    ? []
    : secret
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line.length >= MIN_ENCODED_LENGTH);

/** Every text in which a secret could turn up: as it is, in JSON, URLs, HTML, base64 and hex; the longest first. */
export function secretForms(secret: string): string[] {
  const whole = [secret, ...credentialsInside(secret)];
  const values = [...whole, secret.trim(), ...whole.flatMap(linesOf)].filter(({ length }) => length >= MIN_LENGTH);
  return [...new Set(values.flatMap(spellings))].sort((one, other) => other.length - one.length);
}

/** Removes forms that `secretForms` gave. */
export function cutForms(text: string, forms: Iterable<string>): string {
  let cut = text;
  for (const form of forms) if (cut.includes(form)) cut = cut.replaceAll(form, CUT);
  return cut;
}

/** Of four signs of a text one number below 65,536; other signs may give the same. */
const startAt = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(at + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(at + 2), 0xc2b2ae35) ^
    Math.imul(text.charCodeAt(at + 3), 0x27d4eb2f)) >>>
  16;

function formsByStart(secrets: readonly string[]): Map<number, string[]> {
  const byStart = new Map<number, string[]>();
  for (const form of new Set(secrets.flatMap(secretForms))) {
    const start = startAt(form, 0);
    byStart.set(start, [...(byStart.get(start) ?? []), form]);
  }
  return byStart;
}

/** For texts whose end was cut off: removes what is there of a secret that the cut went through. */
export function tornEndCutter(secrets: readonly string[]): (text: string) => string {
  const byStart = formsByStart(secrets);
  const longest = Math.max(0, ...[...byStart.values()].flat().map(({ length }) => length));
  return (text) => {
    for (let at = Math.max(0, text.length - longest); at + MIN_LENGTH <= text.length; at += 1)
      if (byStart.get(startAt(text, at))?.some((form) => form.startsWith(text.slice(at))))
        return text.slice(0, at) + CUT;
    return text;
  };
}

/**
 * Removes these secrets from any text. Their forms are made once and looked for by how they begin: a value that was made
 * to hold a hundred thousand texts would hold up everybody else.
 */
function cutterOf(secrets: readonly string[]): (text: string) => string {
  const byStart = formsByStart(secrets);
  return (text) => {
    const near = new Set<number>();
    for (let at = 0; at + MIN_LENGTH <= text.length; at += 1) {
      const start = startAt(text, at);
      if (byStart.has(start)) near.add(start);
    }
    if (near.size === 0) return text;
    const forms = [...near].flatMap((start) => byStart.get(start) ?? []).filter(({ length }) => length <= text.length);
    return cutForms(
      text,
      forms.sort((one, other) => other.length - one.length),
    );
  };
}

function cutIn(value: unknown, cut: (text: string) => string): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value === "number") {
    const text = cut(String(value));
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((item) => cutIn(item, cut));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cut(key), cutIn(item, cut)]));
}

/** The same for every text in a value of JSON; a number that is a secret becomes a text. */
export const cutSecretsIn = (value: unknown, secrets: readonly string[]): unknown =>
  secrets.length === 0 ? value : cutIn(value, cutterOf(secrets));

/** Removes secrets by value from any text: a provider's message, an error, a line of the log. */
export const cutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.length === 0 ? text : cutterOf(secrets)(text);
