import {
  describeLocation,
  getLocation,
  localFolder,
  type StoreLocation,
} from "@/lib/server/engine/knowledge/vectors/builtin/location";
import { cancelMove, moveVectors } from "@/lib/server/main/operations/move-vectors";
import { restrictNewFiles } from "@/lib/server/platform/disk/private-files";
import { env, parseEnv } from "@/lib/server/platform/env/env";
import { pluralize } from "@/lib/utils/text/pluralize";

const usage = `Usage:
  npm run move-to -- --vectors http://qdrant.example.com:6333   copy the vectors to Qdrant, with VECTORS_API_KEY
  npm run move-to -- --vectors local                            copy them into DATA_DIR
  npm run move-to -- --vectors cancel                           cancel an interrupted move`;

function toTarget(text: string): StoreLocation {
  if (text === "local") return { kind: "folder", folder: localFolder() };
  if (!/^https?:\/\//.test(text)) throw new Error(usage);
  const { VECTORS_URL: url, VECTORS_API_KEY: apiKey } = parseEnv({ ...process.env, VECTORS_URL: text });
  return url ? { kind: "qdrant", url, apiKey } : { kind: "folder", folder: localFolder() };
}

/** `npm run move-to -- --vectors <target>`: moves the vectors to another store. */
export async function moveVectorsTo([target, ...more]: string[]): Promise<string> {
  if (!target || more.length > 0) throw new Error(usage);
  restrictNewFiles();
  if (target === "cancel") {
    const copied = await cancelMove();
    if (!copied) return "No move was interrupted.";
    return `The move was canceled. The vectors remain in the previous store. What was copied is still in ${copied}: remove ${copied.startsWith("Qdrant") ? "its collections whose names start with muster_" : "this folder"} before you move to it again.`;
  }
  const location = toTarget(target);
  const source = describeLocation(getLocation());
  const { datasources, vectors, incomplete } = await moveVectors(location, (line) => console.info(line));
  return [
    `Copied ${pluralize(vectors, "vector")} of ${pluralize(datasources, "data source")} to ${describeLocation(location)}. The counts match.`,
    ...(incomplete.length > 0
      ? [
          `${pluralize(incomplete.length, "data source")} lacked vectors before. Start Muster, then run npm run admin -- check-vectors reindex.`,
        ]
      : []),
    location.kind === "qdrant"
      ? `Now set VECTORS_URL to ${location.url}${env().VECTORS_API_KEY ? " and keep VECTORS_API_KEY" : ""} for all processes, and start Muster.`
      : "Now unset VECTORS_URL, and start Muster on this machine only.",
    `The vectors in ${source} are unchanged. Delete them once everything works.`,
  ].join("\n");
}
