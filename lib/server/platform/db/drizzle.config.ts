import { defineConfig } from "drizzle-kit";

/** Paths are relative to the project's folder, where npm runs `db:generate`. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./lib/server/platform/db/tables/schema.ts",
  out: "./lib/server/platform/db/migrations",
  casing: "snake_case",
});
