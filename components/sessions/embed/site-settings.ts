import { maxEmbedStarters, maxEmbedText } from "@/lib/constants/embed";
import type { SharedApp } from "@/lib/contract/shares/schemas";

/** What a website says about its embedded app. */
export interface SiteSettings {
  /** The visitor's token, which the website keeps for browsers that refuse storage to frames. */
  token?: string | undefined;
  /** A token with which the website says who the visitor is. */
  identity?: string | undefined;
  /** The opening text, and the conversation starters, in place of those of the app. */
  opening?: string | undefined;
  starters?: string[] | undefined;
}

const maxToken = 4_096;

const readText = (value: unknown, max: number): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= max ? value : undefined;

/** Reads the fields of a message from the website, which can be anything. */
export function readSettings(message: object): SiteSettings {
  const { token, identity, opening, starters } = message as Record<string, unknown>;
  const texts = Array.isArray(starters) ? starters.slice(0, maxEmbedStarters) : [];
  const read = texts.map((text) => readText(text, maxEmbedText)).filter((text) => text !== undefined);
  return {
    token: readText(token, maxToken),
    identity: readText(identity, maxToken),
    opening: readText(opening, maxEmbedText),
    starters: read.length > 0 ? read : undefined,
  };
}

/** The app with the opening text and starters of the website. */
export const applySite = (app: SharedApp, { opening, starters }: SiteSettings = {}): SharedApp => ({
  ...app,
  welcomeText: opening ?? app.welcomeText,
  conversationStarters: starters ?? app.conversationStarters,
});
