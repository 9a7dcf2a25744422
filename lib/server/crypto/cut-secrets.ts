export const CUT = "[secret]";
/** Shorter values stand in ordinary text by chance. */
const MIN_LENGTH = 4;
const MIN_ENCODED_LENGTH = 8;
/** The longest lines and credentials within a secret are looked for one by one: so many as a private key has lines. */
const MAX_PARTS = 60;
/** Of all secrets together that are cut out of a text: each costs every text. */
const MAX_PARTS_OF_ALL = 300;
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

const longestFirst = (one: string, other: string): number => other.length - one.length;

/** Every text in which a secret could turn up: as it is, in JSON, URLs, HTML, base64 and hex; the longest first. */
export function secretForms(secret: string, maxParts = MAX_PARTS): string[] {
  const inside = credentialsInside(secret);
  const parts = [...inside, ...[secret, ...inside].flatMap(linesOf)].sort(longestFirst).slice(0, maxParts);
  const values = [...new Set([secret, secret.trim(), ...parts])].filter(({ length }) => length >= MIN_LENGTH);
  return [...new Set(values.flatMap(spellings))].sort(longestFirst);
}

/** Of four signs of a text one number below 65,536; other signs may give the same. */
const startAt = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(at + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(at + 2), 0xc2b2ae35) ^
    Math.imul(text.charCodeAt(at + 3), 0x27d4eb2f)) >>>
  16;

/** Finds which of many forms may stand in a text by how they begin, in time that grows with the text alone. */
export class FormIndex {
  readonly #byStart = new Map<number, Set<string>>();
  /** Characters of the longest form that was added. */
  longest = 0;

  add(form: string): void {
    this.longest = Math.max(this.longest, form.length);
    const start = startAt(form, 0);
    const known = this.#byStart.get(start);
    if (known) known.add(form);
    else this.#byStart.set(start, new Set([form]));
  }

  delete(form: string): void {
    const start = startAt(form, 0);
    const known = this.#byStart.get(start);
    known?.delete(form);
    if (known?.size === 0) this.#byStart.delete(start);
  }

  /** The forms that begin like the text does at this place. */
  near(text: string, at: number): ReadonlySet<string> | undefined {
    return this.#byStart.get(startAt(text, at));
  }

  /** Removes all forms from a text, the longest first. */
  cut(text: string): string {
    const found = new Set<ReadonlySet<string>>();
    for (let at = 0; at + MIN_LENGTH <= text.length; at += 1) {
      const forms = this.near(text, at);
      if (forms) found.add(forms);
    }
    if (found.size === 0) return text;
    const forms = [...found].flatMap((some) => [...some]).filter(({ length }) => length <= text.length);
    let cut = text;
    for (const form of forms.sort(longestFirst)) if (cut.includes(form)) cut = cut.replaceAll(form, CUT);
    return cut;
  }
}

const indexes = new WeakMap<readonly string[], { count: number; index: FormIndex }>();

/** Made once for each list until it grows, as a run cuts the same secrets out of all that its tools return. */
function indexOf(secrets: readonly string[]): FormIndex {
  const known = indexes.get(secrets);
  if (known?.count === secrets.length) return known.index;
  const index = new FormIndex();
  const maxParts = Math.min(MAX_PARTS, Math.ceil(MAX_PARTS_OF_ALL / secrets.length));
  for (const secret of secrets) for (const form of secretForms(secret, maxParts)) index.add(form);
  indexes.set(secrets, { count: secrets.length, index });
  return index;
}

/** For texts whose end was cut off: removes what is there of a secret that the cut went through. */
export function tornEndCutter(secrets: readonly string[]): (text: string) => string {
  const index = indexOf(secrets);
  return (text) => {
    for (let at = Math.max(0, text.length - index.longest); at + MIN_LENGTH <= text.length; at += 1) {
      const rest = text.slice(at);
      for (const form of index.near(text, at) ?? []) if (form.startsWith(rest)) return text.slice(0, at) + CUT;
    }
    return text;
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
export const cutSecretsIn = (value: unknown, secrets: readonly string[]): unknown => {
  if (secrets.length === 0) return value;
  const index = indexOf(secrets);
  return cutIn(value, (text) => index.cut(text));
};

/** Removes secrets by value from any text: a provider's message, an error, a line of the log. */
export const cutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.length === 0 ? text : indexOf(secrets).cut(text);
