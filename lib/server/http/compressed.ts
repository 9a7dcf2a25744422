const kinds = /^(?:application\/json|text\/csv)\b/;

/** Whether an `Accept-Encoding` header names gzip, or everything, with a weight above 0. */
function takesGzip(header: string): boolean {
  return header.split(",").some((one) => {
    const [coding = "", weight] = one.split(";").map((part) => part.trim().toLowerCase());
    if (coding !== "gzip" && coding !== "*") return false;
    return weight === undefined || (weight.startsWith("q=") && Number(weight.slice(2)) > 0);
  });
}

/** Smaller ones fit into a packet or two as they are. */
const bytesFewest = 1_024;

/** The answer as gzip where its reader takes that and it is worth it: JSON and CSV, but nothing live. */
export function compressed(request: Request, response: Response): Response {
  const { body, status, headers } = response;
  const bytes = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (!body || bytes < bytesFewest || !kinds.test(headers.get("content-type") ?? "")) return response;
  headers.append("vary", "accept-encoding");
  if (!takesGzip(request.headers.get("accept-encoding") ?? "")) return response;
  headers.delete("content-length");
  headers.set("content-encoding", "gzip");
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
}
