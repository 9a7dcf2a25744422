const kinds = /^(?:application\/json|text\/csv)\b/;
/** Smaller responses fit into a packet or two uncompressed. */
const minBytes = 1_024;

/** Whether a client accepts an encoding (RFC 9110, Accept-Encoding); `*` stands for those that the header does not name. */
export function acceptsEncoding(header: string | null | undefined, encoding: string): boolean {
  const weights = new Map<string, number>();
  for (const choice of (header ?? "").toLowerCase().split(",")) {
    const [name = "", weight = ""] = choice.split(";", 2).map((part) => part.trim());
    weights.set(name, weight === "" ? 1 : Number(weight.replace(/^q=/, "")));
  }
  return (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
}

/** Compresses a JSON or CSV response with gzip if the client accepts it and it is large enough. Streams are unchanged. */
export function compressResponse(request: Request, response: Response): Response {
  const { status, headers } = response;
  const bytes = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (headers.has("content-encoding") || bytes < minBytes || !kinds.test(headers.get("content-type") ?? ""))
    return response;
  headers.append("vary", "accept-encoding");
  // Last, because it turns text into a stream.
  const body = acceptsEncoding(request.headers.get("accept-encoding"), "gzip") ? response.body : null;
  if (!body) return response;
  headers.delete("content-length");
  headers.set("content-encoding", "gzip");
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
}
