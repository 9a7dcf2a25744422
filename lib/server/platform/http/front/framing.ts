import type { IncomingMessage, ServerResponse } from "node:http";

const framed = new WeakSet<ServerResponse>();

/** Whether the response is a page that other websites may show in a frame. */
export const isFramed = (response: ServerResponse): boolean => framed.has(response);

/** Lets exactly these origins show the response in a frame. They must be validated, because they become part of the policy. */
export function allowFraming(request: IncomingMessage, response: ServerResponse, origins: readonly string[]): void {
  const policy = String(request.headers["content-security-policy"] ?? "");
  framed.add(response);
  response.setHeader(
    "content-security-policy",
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(" ")}`),
  );
}
