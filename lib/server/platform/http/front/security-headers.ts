export interface HeaderOptions {
  /** The server is accessed over https. */
  https: boolean;
  /** `next dev`: it evaluates code and reloads over a websocket. */
  development: boolean;
}

const PERMISSIONS = ["camera", "microphone", "geolocation", "payment", "usb", "serial", "hid", "midi"];

/** The content security policy of a response. `host` must be validated, because it becomes part of the policy. */
export function contentSecurityPolicy(nonce: string, host: string, options: HeaderOptions): string {
  const socket = options.development ? "ws: wss:" : `${options.https ? "wss" : "ws"}://${host}`;
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${options.development ? " 'unsafe-eval'" : ""}`,
    // next dev adds style elements. Those of libraries have the nonce.
    `style-src 'self' ${options.development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    `connect-src 'self' ${socket}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

/** The other security headers, the same for every response. */
export function securityHeaders(options: HeaderOptions): Record<string, string> {
  return {
    ...assetHeaders(options),
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": PERMISSIONS.map((name) => `${name}=()`).join(", "),
    "cross-origin-opener-policy": "same-origin",
  };
}

/** The security headers of scripts and stylesheets: the others concern documents. */
export const assetHeaders = (options: HeaderOptions): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  ...(options.https ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
});
