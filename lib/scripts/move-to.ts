import { moveTo } from "@/lib/server/main/operations/move";
import { restrictNewFiles } from "@/lib/server/platform/disk/private-files";
import { env } from "@/lib/server/platform/env/env";
import { runScript } from "./command";
import { moveVectorsTo } from "./move-vectors";

/** `npm run move-to -- <DATABASE_URL>`: moves the embedded database to an external PostgreSQL server. */
await runScript(async ([url, ...more]) => {
  if (url === "--vectors") return moveVectorsTo(more);
  const target = url ? URL.parse(url) : null;
  if (!url || more.length > 0 || !target || !/^postgres(ql)?:$/.test(target.protocol))
    throw new Error("Usage: npm run move-to -- postgres://user:password@host:5432/database");
  const { APP_SECRET, DATABASE_URL, DATA_DIR, VECTORS_URL } = env();
  if (DATABASE_URL)
    throw new Error("DATABASE_URL is set, so the embedded database isn't in use. Unset it to move from there.");
  restrictNewFiles();
  await moveTo(url, DATA_DIR, (line) => console.info(line));
  target.password &&= "…";
  return [
    "All tables were copied, and their row counts match.",
    `Now set DATABASE_URL to the URL you entered (${decodeURI(target.href)}) and start Muster.`,
    ...(VECTORS_URL
      ? [
          "Before the start, run npm run admin -- adopt-vectors there: the vectors in Qdrant are the embedded database's.",
        ]
      : []),
    `Keep ${DATA_DIR}${APP_SECRET ? "" : ", which contains the secret of this data,"} and the uploads. Its embedded database is unchanged. Delete its folder postgres once everything works.`,
  ].join("\n");
});
