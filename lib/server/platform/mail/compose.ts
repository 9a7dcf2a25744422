export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The mail's only link. */
  link: string;
}

interface MailParts {
  to: { email: string; name: string };
  subject: string;
  paragraphs: string[];
  /** The link's text. */
  action: string;
  link: string;
  /** Below the link. */
  note: string;
}

/** Makes a user-provided name safe for a mail: one line, truncated, and nothing that mail programs would turn into a link. */
export function sanitizeName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}:/\\@]+/gu, " ").replace(/\.(?=\S)/g, ". ");
  const line = [...plain.replace(/\s+/g, " ").trim()];
  return line.length > 60 ? `${line.slice(0, 59).join("").trimEnd()}…` : line.join("");
}

/** Breaks up a user-provided address, so that mail programs do not turn it into a link. */
export const sanitizeAddress = (address: string): string =>
  address.replace(/[^\p{L}\p{N}@.:_+-]/gu, "").replace(/([@.:])/g, "$1\u200b");

/** Sanitizes a sentence that may contain an address. */
export const sanitizeText = (words: string): string =>
  words.replace(/\S+/g, (word) => (/.@./u.test(word) ? sanitizeAddress(word) : word));

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const BUTTON =
  "display:inline-block;padding:10px 16px;border-radius:6px;background:#18181b;color:#ffffff;text-decoration:none";
const BODY =
  "font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#18181b;max-width:520px;margin:24px auto;padding:0 16px";

/** A mail as plain text and simple HTML, both with exactly one link. */
export function composeMail({ to, subject, paragraphs, action, link, note }: MailParts): Mail {
  const lines = [`Hello ${sanitizeName(to.name)},`, ...paragraphs];
  const text = [...lines, `${action}:\n${link}`, note, "Muster"].join("\n\n");
  const html = [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="${BODY}">`,
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(action)}</a></p>`,
    `<p style="color:#71717a">${escapeHtml(note)}</p>`,
    "<p>Muster</p></body></html>",
  ].join("\n");
  return { to: to.email, subject, text, html, link };
}
