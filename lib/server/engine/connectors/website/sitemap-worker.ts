import { readSitemap, type SitemapJob } from "./sitemap.ts";

process.on("message", async (job: SitemapJob) => {
  const reply = await readSitemap(job);
  process.send?.(reply, (error: Error | null) => {
    if (error) process.exit(1);
  });
});
process.on("disconnect", () => process.exit());
