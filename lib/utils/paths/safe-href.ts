/** Returns the URL if a link in untrusted text may use it: absolute http, https or mailto. */
export function safeHref(href: string | undefined): string | undefined {
  if (!href || !/^(https?:\/\/[^/\\]|mailto:)/i.test(href)) return undefined;
  return URL.canParse(href) ? href : undefined;
}
