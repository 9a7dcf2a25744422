const kinds = /^(?:application\/json|text\/csv)\b/;
/** Smaller responses fit into a packet or two uncompressed. */
const bytesFewest = 1_024;

export function acceptsGzip(request: Request): boolean {
  const choices = (request.headers.get("accept-encoding") ?? "").toLowerCase().split(",");
  return choices.some((choice) => {
    const [name = "", weight = ""] = choice.split(";", 2).map((part) => part.trim());
    return (name === "gzip" || name === "*") && (weight === "" || Number(weight.replace(/^q=/, "")) > 0);
  });
}

/** Compresses a response with gzip if accepted and worthwhile: JSON and CSV, but no streams. */
export function compressed(request: Request, response: Response): Response {
  const { status, headers } = response;
  const bytes = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (headers.has("content-encoding") || bytes < bytesFewest || !kinds.test(headers.get("content-type") ?? ""))
    return response;
  headers.append("vary", "accept-encoding");
  // Last, because it turns text into a stream.
  const body = acceptsGzip(request) ? response.body : null;
  if (!body) return response;
  headers.delete("content-length");
  headers.set("content-encoding", "gzip");
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
}
