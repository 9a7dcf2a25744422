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

/** Every text in which a secret could turn up: as it is, in JSON, URLs, HTML, base64 and hex; the longest first. */
export function secretForms(secret: string): string[] {
  const values = [secret, secret.trim(), ...credentialsInside(secret)].filter((value) => value.length >= MIN_LENGTH);
  return [...new Set(values.flatMap(spellings))].sort((one, other) => other.length - one.length);
}

/** Removes forms that `secretForms` gave. */
export function cutForms(text: string, forms: Iterable<string>): string {
  let cut = text;
  for (const form of forms) if (cut.includes(form)) cut = cut.replaceAll(form, CUT);
  return cut;
}

/** The same for every text in a value of JSON; a number that is a secret becomes a text. */
export function cutSecretsIn(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  if (typeof value === "string") return cutSecrets(value, secrets);
  if (typeof value === "number") {
    const text = cutSecrets(String(value), secrets);
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((item) => cutSecretsIn(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cutSecrets(key, secrets), cutSecretsIn(item, secrets)]),
  );
}

/** Removes secrets by value from any text: a provider's message, an error, a line of the log. */
export function cutSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap(secretForms).sort((one, other) => other.length - one.length);
  return cutForms(text, forms);
}
