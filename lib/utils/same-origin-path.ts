const base = "http://muster.invalid";

/** A path on this origin, or null: no scheme, host, backslash or control character gets through. */
export function sameOriginPath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/") || path.startsWith("//") || /[\\\p{Cc}]/u.test(path)) return null;
  return URL.canParse(path, base) && new URL(path, base).origin === base ? path : null;
}
