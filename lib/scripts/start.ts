import { serve } from "./serve.ts";

/** `npm start`: serves the build that is there. */
await serve(process.env.HOST || "0.0.0.0", process.env.PORT || "3000");
