/** Headers that the HTTP client sets itself, or that would change where a request goes. */
const reserved = new Set([
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const line = /^([!#$%&'*+.^`|~\w-]{1,100})\s*:\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/;
const maxHeaders = 20;

/** Parses `Name: value` lines. Returns undefined when a line is not a header, or one that cannot be set. */
export function parseHeaders(text: string): Record<string, string> | undefined {
  const lines = text.split(/\r?\n/).filter((one) => one.trim() !== "");
  const headers: Record<string, string> = {};
  for (const one of lines) {
    const [, name = "", value = ""] = line.exec(one.trim()) ?? [];
    if (name === "" || reserved.has(name.toLowerCase())) return undefined;
    headers[name.toLowerCase()] = value;
  }
  return lines.length > maxHeaders ? undefined : headers;
}
