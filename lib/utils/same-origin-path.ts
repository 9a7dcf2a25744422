const base = "http://muster.invalid";

/** A path on this origin, or null: no scheme, host, backslash or control character gets through. */
export function sameOriginPath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/") || path.startsWith("//") || /[\\\p{Cc}]/u.test(path)) return null;
  if (!URL.canParse(path, base)) return null;
  const { origin, pathname } = new URL(path, base);
  // `/.//host` becomes `//host` on the way: whoever then goes to its path leaves the site.
  return origin === base && !pathname.startsWith("//") ? path : null;
}
