const kinds = /^(?:application\/json|text\/csv)\b/;
/** Smaller ones fit into a packet or two as they are. */
const bytesFewest = 1_024;

export function acceptsGzip(request: Request): boolean {
  const choices = (request.headers.get("accept-encoding") ?? "").toLowerCase().split(",");
  return choices.some((choice) => {
    const [name = "", weight = ""] = choice.split(";", 2).map((part) => part.trim());
    return (name === "gzip" || name === "*") && (weight === "" || Number(weight.replace(/^q=/, "")) > 0);
  });
}

/** The answer as gzip where its reader takes that and it is worth it: JSON and CSV, but nothing live. */
export function compressed(request: Request, response: Response): Response {
  const { status, headers } = response;
  const bytes = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (headers.has("content-encoding") || bytes < bytesFewest || !kinds.test(headers.get("content-type") ?? ""))
    return response;
  headers.append("vary", "accept-encoding");
  // Asked last: it makes a stream of a text.
  const body = acceptsGzip(request) ? response.body : null;
  if (!body) return response;
  headers.delete("content-length");
  headers.set("content-encoding", "gzip");
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
}
