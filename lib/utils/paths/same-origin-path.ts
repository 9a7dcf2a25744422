const base = "http://muster.invalid";

/** Returns a path on this origin, or null: no scheme, host, backslash or control character is accepted. */
export function sameOriginPath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/") || path.startsWith("//") || /[\\\p{Cc}]/u.test(path)) return null;
  if (!URL.canParse(path, base)) return null;
  const { origin, pathname } = new URL(path, base);
  // `/.//host` is normalized to `//host`, which is another site.
  return origin === base && !pathname.startsWith("//") ? path : null;
}
