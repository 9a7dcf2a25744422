export const REDACTED = "[secret]";
/** Shorter values occur in ordinary text. */
const MIN_LENGTH = 4;
const MIN_ENCODED_LENGTH = 8;
/** The number of long lines and nested credentials of a secret that are searched individually: enough for a private key. */
const MAX_PARTS = 60;
/** The same limit for all secrets of a text together. */
const MAX_TOTAL_PARTS = 300;
const CREDENTIAL_KEY = /key|secret|token|password|credential/i;

/** Credentials inside a secret that is itself JSON, such as a service account's `private_key`. */
function extractCredentials(secret: string): string[] {
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

/** The part of a text's base64 that does not depend on adjacent bytes, for each of the three alignments. */
function listBase64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64url");
    const sure = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return sure.length < MIN_ENCODED_LENGTH ? [] : [sure, sure.replaceAll("-", "+").replaceAll("_", "/")];
  });
}

const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());

function listEncodings(value: string): string[] {
  const text = value.toWellFormed();
  const encoded = encodeURIComponent(text);
  const form = new URLSearchParams({ v: text }).toString().slice(2);
  const path = encodeURI(text);
  const html = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const json = JSON.stringify(text).slice(1, -1);
  const urls = [encoded, form, path].flatMap((url) => [url, lowerEscapes(url)]);
  const twiceJson = JSON.stringify(json).slice(1, -1);
  const bytes = text.length < MIN_ENCODED_LENGTH ? [] : [...listBase64Forms(text), Buffer.from(text).toString("hex")];
  return [value, json, twiceJson, html, html.replaceAll("'", "&#39;"), ...urls, ...bytes];
}

/** The lines of a multi-line secret, such as a private key, which consoles print separately. */
const splitLines = (secret: string): string[] =>
  secret.trimStart().startsWith("{") || !secret.includes("\n")
    ? []
    : secret
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line.length >= MIN_ENCODED_LENGTH);

const compareByLength = (one: string, other: string): number => other.length - one.length;

/** All encodings of a secret: plain, JSON, URL, HTML, base64 and hex; the longest first. */
export function secretForms(secret: string, maxParts = MAX_PARTS): string[] {
  const inside = extractCredentials(secret);
  const lines = [secret, ...inside].flatMap(splitLines);
  const parts = [...inside, ...lines].sort(compareByLength).slice(0, maxParts);
  const values = [...new Set([secret, secret.trim(), ...parts])].filter(({ length }) => length >= MIN_LENGTH);
  return [...new Set(values.flatMap(listEncodings))].sort(compareByLength);
}

/** A hash of four characters below 65,536; collisions are possible. */
const hashAt = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(at + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(at + 2), 0xc2b2ae35) ^
    Math.imul(text.charCodeAt(at + 3), 0x27d4eb2f)) >>>
  16;

/** Marks the hash of each offset of a text: a form whose last characters are not marked is not in it. */
function markStarts(text: string): Uint8Array {
  const present = new Uint8Array(65_536);
  for (let at = 0; at + MIN_LENGTH <= text.length; at += 1) present[hashAt(text, at)] = 1;
  return present;
}

/** Finds candidates among many forms by their first characters, in linear time. */
export class FormIndex {
  readonly #byStart = new Map<number, Set<string>>();
  /** Length of the longest form. */
  maxLength = 0;

  add(form: string): void {
    this.maxLength = Math.max(this.maxLength, form.length);
    const start = hashAt(form, 0);
    const known = this.#byStart.get(start);
    if (known) known.add(form);
    else this.#byStart.set(start, new Set([form]));
  }

  delete(form: string): void {
    const start = hashAt(form, 0);
    const known = this.#byStart.get(start);
    known?.delete(form);
    if (known?.size === 0) this.#byStart.delete(start);
  }

  /** The forms that start like the text at this offset. */
  near(text: string, at: number): ReadonlySet<string> | undefined {
    return this.#byStart.get(hashAt(text, at));
  }

  /** Redacts all forms, longest first. */
  redact(text: string): string {
    const found = new Set<ReadonlySet<string>>();
    for (let at = 0; at + MIN_LENGTH <= text.length; at += 1) {
      const forms = this.near(text, at);
      if (forms) found.add(forms);
    }
    if (found.size === 0) return text;
    const present = markStarts(text);
    const forms = [...found]
      .flatMap((some) => [...some])
      .filter((form) => present[hashAt(form, form.length - MIN_LENGTH)]);
    let cut = text;
    for (const form of forms.sort(compareByLength)) if (cut.includes(form)) cut = cut.replaceAll(form, REDACTED);
    return cut;
  }
}

const indexes = new WeakMap<readonly string[], { count: number; index: FormIndex }>();

/** Cached per list until it grows, because a run redacts the same secrets from all tool results. */
function buildIndex(secrets: readonly string[]): FormIndex {
  const known = indexes.get(secrets);
  if (known?.count === secrets.length) return known.index;
  const index = new FormIndex();
  const maxParts = Math.min(MAX_PARTS, Math.ceil(MAX_TOTAL_PARTS / secrets.length));
  for (const secret of secrets) for (const form of secretForms(secret, maxParts)) index.add(form);
  indexes.set(secrets, { count: secrets.length, index });
  return index;
}

/** For truncated texts: also redacts a secret that was cut off at the end. */
export function partialSecretRedactor(secrets: readonly string[]): (text: string) => string {
  const index = buildIndex(secrets);
  return (text) => {
    for (let at = Math.max(0, text.length - index.maxLength); at + MIN_LENGTH <= text.length; at += 1) {
      const rest = text.slice(at);
      for (const form of index.near(text, at) ?? []) if (form.startsWith(rest)) return text.slice(0, at) + REDACTED;
    }
    return text;
  };
}

function redactText(value: unknown, cut: (text: string) => string): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value === "number") {
    const text = cut(String(value));
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((item) => redactText(item, cut));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cut(key), redactText(item, cut)]));
}

/** Redacts every string in a JSON value. A number that is a secret becomes a string. */
export function redactIn<T>(value: T, secrets: readonly string[]): T;
export function redactIn(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  const index = buildIndex(secrets);
  return redactText(value, (text) => index.redact(text));
}

/** Redacts secrets by value from any text: a provider's message, an error, a log line. */
export const redact = (text: string, secrets: readonly string[]): string =>
  secrets.length === 0 ? text : buildIndex(secrets).redact(text);
