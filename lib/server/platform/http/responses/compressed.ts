const kinds = /^(?:application\/json|text\/csv)\b/;
/** Smaller responses fit into a packet or two uncompressed. */
const minBytes = 1_024;

export function acceptsGzip(request: Request): boolean {
  const choices = (request.headers.get("accept-encoding") ?? "").toLowerCase().split(",");
  return choices.some((choice) => {
    const [name = "", weight = ""] = choice.split(";", 2).map((part) => part.trim());
    return (name === "gzip" || name === "*") && (weight === "" || Number(weight.replace(/^q=/, "")) > 0);
  });
}

/** Compresses a JSON or CSV response with gzip if the client accepts it and it is large enough. Streams are unchanged. */
export function compressResponse(request: Request, response: Response): Response {
  const { status, headers } = response;
  const bytes = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (headers.has("content-encoding") || bytes < minBytes || !kinds.test(headers.get("content-type") ?? ""))
    return response;
  headers.append("vary", "accept-encoding");
  // Last, because it turns text into a stream.
  const body = acceptsGzip(request) ? response.body : null;
  if (!body) return response;
  headers.delete("content-length");
  headers.set("content-encoding", "gzip");
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
}
