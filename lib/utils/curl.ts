/** Quoted for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface Request {
  method: string;
  url: string;
  body?: string;
}

/** A call as a line for a shell. The token stays out of it: it is read from MUSTER_TOKEN. */
export function curlLine({ method, url, body }: Request): string {
  const parts = ["curl", "-sS"];
  if (method !== "GET") parts.push("-X", method);
  parts.push(quoted(url), "-H", `"Authorization: Bearer $MUSTER_TOKEN"`);
  if (body !== undefined) parts.push("-H", quoted("Content-Type: application/json"), "-d", quoted(body));
  return parts.join(" ");
}
