import { readFeed } from "./arxiv-feed.ts";

process.on("message", (text: string) => {
  process.send?.(readFeed(text), (error: Error | null) => {
    if (error) process.exit(1);
  });
});
process.on("disconnect", () => process.exit());
