import { serve } from "./serve.ts";

/** `npm start`: serves the existing build. */
await serve(process.env.HOST || "0.0.0.0", process.env.PORT || "3000");
