import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const resolve = { alias: { "@": root.replace(/\/$/, "") } };
const project = (name: string) => ({ resolve, test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`] } });

export default defineConfig({
  root,
  test: {
    projects: [project("unit"), project("contract"), project("api")],
  },
});
