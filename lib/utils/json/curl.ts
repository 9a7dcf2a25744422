/** Quotes a text for a POSIX shell. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface Request {
  method: string;
  url: string;
  /** JSON text. */
  body?: string | undefined;
  /** Fields of a multipart form; a file's value is `@` and its name. */
  form?: [name: string, value: string][];
  /** False for public calls. */
  signedIn?: boolean;
}

/** Returns a curl command. It reads the token from MUSTER_TOKEN. */
export function curlLine({ method, url, body, form = [], signedIn = true }: Request): string {
  const parts = ["curl", "-sS"];
  if (method !== "GET") parts.push("-X", method);
  parts.push(shellQuote(url));
  if (signedIn) parts.push("-H", `"Authorization: Bearer $MUSTER_TOKEN"`);
  if (body !== undefined) parts.push("-H", shellQuote("Content-Type: application/json"), "-d", shellQuote(body));
  for (const [name, value] of form) parts.push("-F", shellQuote(`${name}=${value}`));
  return parts.join(" ");
}
