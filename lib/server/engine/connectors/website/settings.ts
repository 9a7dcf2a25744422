import { z } from "zod";
import { addressField, choiceField, listField, numberField, switchField } from "../shared/fields";

const paths = (title: string, description: string) =>
  listField({ title, description }, { max: 100, maxLength: 500 }).refine(
    (list) => list.every((path) => path.startsWith("/")),
    "A path begins with /.",
  );

export const websiteSettings = z
  .object({
    url: addressField({
      title: "address",
      description: "Where the site begins, or its sitemap. Only this host is read.",
    }),
    mode: choiceField(
      { title: "find pages by", description: "A sitemap names the pages; a crawl follows the links." },
      { auto: "Sitemap if there is one, links otherwise", sitemap: "Sitemap", crawl: "Links" },
      "auto",
    ),
    maxPages: numberField({ title: "most pages" }, { min: 1, max: 5_000, defaultValue: 500 }),
    maxDepth: numberField(
      { title: "most links away from the address", description: "When links are followed." },
      { min: 0, max: 20, defaultValue: 5 },
    ),
    include: paths("only below these paths", "Empty: the whole site. For example /docs"),
    exclude: paths("not below these paths", "For example /archive"),
    files: switchField(
      { title: "read linked files too", description: "PDF, Word, and others that Muster can read." },
      true,
    ),
    delayMs: numberField(
      {
        title: "pause between pages, in milliseconds",
        description: "The site's robots.txt may require a longer delay.",
      },
      { min: 0, max: 60_000, defaultValue: 250 },
    ),
  })
  .meta({ title: "Website" });

export type WebsiteSettings = z.infer<typeof websiteSettings>;
