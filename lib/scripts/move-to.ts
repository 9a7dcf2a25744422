import { resolve } from "node:path";
import { moveTo } from "@/lib/server/main/operations/move";
import { moveFiles } from "@/lib/server/main/operations/move-files";
import { restrictNewFiles } from "@/lib/server/platform/disk/private-files";
import { env } from "@/lib/server/platform/env/env";
import { parseStorageUrl } from "@/lib/server/platform/env/storage-url";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { localFileStore } from "@/lib/server/platform/storage/stores/local-store";
import { objectFileStore } from "@/lib/server/platform/storage/stores/object-store";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { runScript } from "./command";
import { moveVectorsTo } from "./move-vectors";

const usage = `Usage:
  npm run move-to -- postgres://user:password@host:5432/database    copy the embedded database to your own PostgreSQL
  npm run move-to -- --storage s3://bucket/prefix                   copy the files to object storage (s3:// or gs://)
  npm run move-to -- --storage ./uploads                            copy the files to a folder
  npm run move-to -- --vectors http://host:6333                     move the vectors to Qdrant
  npm run move-to -- --vectors local                                move the vectors back to a folder`;

const print = (line: string) => console.info(line);

await runScript(async ([first, ...rest]) => {
  const [second, ...more] = rest;
  restrictNewFiles();
  if (first === "--storage" && second && more.length === 0) return moveStorage(second);
  if (first === "--vectors") return moveVectorsTo(rest);
  if (!first || rest.length > 0) throw new Error(usage);
  return moveDatabase(first);
});

async function moveDatabase(url: string): Promise<string> {
  const target = URL.parse(url);
  if (!target || !/^postgres(ql)?:$/.test(target.protocol)) throw new Error(usage);
  const { APP_SECRET, DATABASE_URL, DATA_DIR, VECTORS_URL } = env();
  if (DATABASE_URL)
    throw new Error("DATABASE_URL is set, so the embedded database isn't in use. Unset it to move from there.");
  await moveTo(url, DATA_DIR, print);
  target.password &&= "…";
  return [
    "All tables were copied, and their row counts match.",
    `Now set DATABASE_URL to the URL you entered (${decodeURI(target.href)}) and start Muster.`,
    ...(VECTORS_URL
      ? [
          "Before you start Muster, run npm run admin -- adopt-vectors with that DATABASE_URL: the vectors in Qdrant still belong to the embedded database.",
        ]
      : []),
    `Keep ${DATA_DIR}${APP_SECRET ? "" : ", which contains the secret of this data,"} and the uploads. Its embedded database is unchanged. Delete its postgres folder once everything works.`,
  ].join("\n");
}

async function moveStorage(place: string): Promise<string> {
  const url = place.includes("://") ? parseStorageUrl(place) : undefined;
  if (typeof url === "string") throw new Error(`The target ${url}.`);
  const [from, to] = [fileStore(), url ? objectFileStore(url) : localFileStore(resolve(place))];
  const { files, copied, copiedBytes } = await moveFiles(from, to, print);
  const settings = url ? "set STORAGE_URL to the URL you entered" : `unset STORAGE_URL, set UPLOADS_DIR to ${to.place}`;
  return [
    `${pluralize(files, "file")} in ${to.place}, ${copied} copied (${formatBytes(copiedBytes)}). Sizes and checksums match.`,
    `If Muster was running, stop all its processes and run this command again. Then ${settings}, and start Muster.`,
    `The files in ${from.place} are unchanged. Delete them once everything works.`,
  ].join("\n");
}
