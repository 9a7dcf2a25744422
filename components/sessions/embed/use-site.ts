"use client";

import { useEffect, useState } from "react";
import { visitorToken } from "@/lib/api/tokens/visitor-token";
import { embedGreetingWait } from "@/lib/constants/embed";
import { readSettings, type SiteSettings } from "./site-settings";

/**
 * Talks with the script on the website that shows this page: takes its settings, gives it the visitor's token to keep, and tells
 * it when Escape is pressed. Messages of other windows and origins are ignored. Undefined until the script has answered, or
 * for a moment if there is none.
 */
export function useSite(publicationId: string, origins: readonly string[]): SiteSettings | undefined {
  const [site, setSite] = useState<SiteSettings>();
  const allowed = origins.join(" ");
  useEffect(() => {
    const token = visitorToken(publicationId);
    let siteOrigin: string | undefined;
    const send = (message: object) => siteOrigin && window.parent.postMessage(message, siteOrigin);
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== window.parent || !allowed.split(" ").includes(origin)) return;
      if (typeof data !== "object" || data === null || !("muster" in data) || data.muster !== "settings") return;
      const isFirst = siteOrigin === undefined;
      siteOrigin = origin;
      const settings = readSettings(data);
      const { token: kept, identity } = settings;
      // Whose conversations these are depends on the website, once it says so.
      const current = token.get();
      if (kept) token.set(kept);
      else if (current && (identity || !isFirst)) token.remove(current);
      setSite(settings);
      if (!kept && token.get()) send({ muster: "token", token: token.get() });
    };
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === "Escape" && !defaultPrevented) send({ muster: "close" });
    };
    const unsubscribe = token.subscribe(() => send({ muster: "token", token: token.get() }));
    window.addEventListener("message", onMessage);
    window.addEventListener("keydown", onKey);
    // Says nothing but that the page is there, so any website may read it.
    window.parent.postMessage({ muster: "ready" }, "*");
    const timer = window.setTimeout(() => setSite((known) => known ?? {}), embedGreetingWait);
    return () => {
      unsubscribe();
      window.clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      window.removeEventListener("keydown", onKey);
    };
  }, [publicationId, allowed]);
  return site;
}
