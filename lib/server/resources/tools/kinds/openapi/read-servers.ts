import { isObject } from "../../../../../utils/json/is-object.ts";
import { trimEndMatching } from "../../../../../utils/text/trim-characters.ts";
import { getOwn } from "../shared/pointers.ts";
import type { Doc } from "./parse-document.ts";

const maxUrl = 2_000;

function fillVariables(url: string, variables: unknown): string {
  return url.replace(/\{([^{}]{1,100})\}/g, (whole, name) => {
    const preset = getOwn(getOwn(variables, name), "default");
    return typeof preset === "string" || typeof preset === "number" ? String(preset) : whole;
  });
}

function listServerUrls(doc: Doc): string[] {
  const host = getOwn(doc, "host");
  const base = getOwn(doc, "basePath");
  if (getOwn(doc, "swagger") !== undefined) {
    const path = typeof base === "string" ? base : "";
    if (typeof host !== "string") return path ? [path] : [];
    const schemes = getOwn(doc, "schemes");
    const known = Array.isArray(schemes) ? schemes.filter((scheme) => scheme === "https" || scheme === "http") : [];
    return (known.length > 0 ? known : ["https"]).map((scheme) => `${scheme}://${host}${path}`);
  }
  const servers = getOwn(doc, "servers");
  return (Array.isArray(servers) ? servers.slice(0, 20) : []).flatMap((server) => {
    const url = isObject(server) ? getOwn(server, "url") : undefined;
    return typeof url === "string" && url.length <= maxUrl ? [fillVariables(url, getOwn(server, "variables"))] : [];
  });
}

/** The document's absolute server URLs; `from` is its own URL. */
export function readServers(doc: Doc, from: string | null): string[] {
  const all = listServerUrls(doc);
  const full = (all.length === 0 && from !== null ? ["/"] : all).flatMap((url) => {
    const parsed = from === null ? URL.parse(url) : URL.parse(url, from);
    if (!parsed || !["http:", "https:"].includes(parsed.protocol) || parsed.username || parsed.password) return [];
    return [trimEndMatching(`${parsed.origin}${parsed.pathname}`, /\//)];
  });
  return [...new Set(full)];
}
