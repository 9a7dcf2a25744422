/**
 * A vector database's stand-in as a process: `serve.ts --type qdrant|pinecone --port 0 [--key …] [--dimension 384]`. Prints
 * what to enter in Muster.
 */
import { parseArgs } from "node:util";
import { startPineconeStandin } from "./pinecone";
import { startQdrantStandin } from "./qdrant";

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { type: text, port: text, key: text, dimension: text } });
const options = { port: Number(values.port ?? 0), ...(values.key && { key: values.key }) };
const standin =
  values.type === "pinecone"
    ? await startPineconeStandin({ ...options, dimension: Number(values.dimension ?? 384) })
    : await startQdrantStandin(options);
process.stdout.write(`${JSON.stringify({ url: standin.url, key: standin.key })}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void standin.close().then(() => process.exit(0)));
