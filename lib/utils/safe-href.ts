/** The address if a link in foreign text may lead there: absolute http, https or mailto. */
export function safeHref(href: string | undefined): string | undefined {
  if (!href || !/^(https?:\/\/[^/\\]|mailto:)/i.test(href)) return undefined;
  return URL.canParse(href) ? href : undefined;
}
