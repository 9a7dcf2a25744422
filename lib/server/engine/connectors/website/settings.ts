import { z } from "zod";
import { addressField, choiceField, listField, numberField, switchField } from "../shared/fields";

const paths = (title: string, description: string) =>
  listField({ title, description }, { max: 100, maxLength: 500 }).refine(
    (list) => list.every((path) => path.startsWith("/")),
    "Paths must start with /.",
  );

export const websiteSettings = z
  .object({
    url: addressField({
      title: "URL",
      description: "The site's start page or sitemap. Only pages on this host are read.",
    }),
    mode: choiceField(
      { title: "page discovery", description: "A sitemap lists the pages; a crawl follows links." },
      { auto: "Sitemap if available, otherwise links", sitemap: "Sitemap", crawl: "Links" },
      "auto",
    ),
    maxPages: numberField({ title: "max pages" }, { min: 1, max: 5_000, defaultValue: 500 }),
    maxDepth: numberField(
      { title: "max link depth", description: "Applies when links are followed." },
      { min: 0, max: 20, defaultValue: 5 },
    ),
    include: paths("included paths", "For example, /docs. Leave empty to include the whole site."),
    exclude: paths("excluded paths", "For example, /archive."),
    files: switchField({ title: "include linked files", description: "PDF, Word and other supported files." }, true),
    delayMs: numberField(
      {
        title: "delay between pages (ms)",
        description: "The site's robots.txt may require a longer delay.",
      },
      { min: 0, max: 60_000, defaultValue: 250 },
    ),
  })
  .meta({ title: "Website" });

export type WebsiteSettings = z.infer<typeof websiteSettings>;
