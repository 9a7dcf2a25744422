import { build } from "./build.ts";
import { isFresh } from "./build-stamp.ts";
import { serve } from "./serve.ts";

/** `npm run up`: builds if necessary, then serves. */
if (!isFresh()) {
  console.info("Building Muster. This takes a minute the first time and after a change.");
  const code = await build();
  if (code !== 0) process.exit(code);
}
await serve(process.env.HOST || "127.0.0.1", process.env.PORT || "3000");
