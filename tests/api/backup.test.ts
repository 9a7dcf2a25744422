import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@lancedb/lancedb";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { compact } from "@/lib/server/engine/knowledge/vectors/lance/upkeep";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import { checkSecret } from "@/lib/server/main/check-secret";
import { sessionEvents, sessionFiles } from "@/lib/server/platform/db/tables/sessions";
import { settings } from "@/lib/server/platform/db/tables/settings";
import { newId } from "@/lib/server/platform/ids/ids";
import { fileStore, newFileKey } from "@/lib/server/platform/storage/file-store";
import { dataFolder, run, withDatabase } from "../support/data-folders";
import { ownDatabase, testDatabase } from "../support/database";
import { temporaryFolder } from "../support/folders";
import { conversation } from "../support/sessions";
import { at, newTeam, openLance, point } from "../support/vector-stores";

ownDatabase();

const datasourceId = "datasource_1";
const live = () => process.env.DATA_DIR ?? "";
/** Texts that a careless dump changes. */
const odd = ["tab\there", "back\\slash \\N \\.", "line\nbreak\r\n", "“ünï” 🜂", "'quote\"", ""];

beforeAll(async () => {
  const { db } = await testDatabase();
  await checkSecret(db);
});

async function oddSession() {
  const { db } = await testDatabase();
  const { sessionId } = await conversation();
  const rows = odd.map((text, seq) => ({ sessionId, seq: seq + 1, kind: "notice", body: { text, nothing: null } }));
  await db.insert(sessionEvents).values(rows);
  await db.execute(
    sql`insert into session_events (session_id, seq, kind, body) values (${sessionId}, 99, 'notice', 'null'::jsonb)`,
  );
  return { db, sessionId };
}

async function storeFile(sessionId: string, text: string) {
  const { db } = await testDatabase();
  const path = newFileKey("sessions");
  await fileStore().put(path, text);
  const row = { id: newId("file"), sessionId, filename: "a.txt", mimeType: "text/plain", size: text.length, path };
  await db.insert(sessionFiles).values(row);
  return path;
}

const listed = (file: string) => execFileSync("tar", ["-tzf", file], { encoding: "utf8" }).trim().split("\n");

interface Listed {
  parts: string[];
  migrations: unknown[];
  tables: { name: string; rows: number }[];
  entries: { name: string; size: number; sha256: string }[];
}
const manifestOf = (file: string): Listed =>
  JSON.parse(execFileSync("tar", ["-xzOf", file, "muster-backup.json"], { encoding: "utf8" }));

test("comes back exactly: rows, files, vectors and the secret", { timeout: 90_000 }, async () => {
  const { sessionId } = await oddSession();
  const path = await storeFile(sessionId, "kept");
  const vectors = openLance(join(live(), "vectors"));
  const team = newTeam();
  const stored = toCollection(team, { type: "demo", model: "demo-embedding" }, 4);
  await vectors.store.upsert(stored, [point(team, "chunk_1"), point(team, "chunk_2", { vector: at(40) })]);
  const file = join(temporaryFolder("archive"), "all.tar.gz");
  const made = await run("backup", live(), [file]);
  expect(made.output).toMatch(/^Backed up [\d,]+ rows from \d+ tables and \d+ files to \/\S+all\.tar\.gz \(/);
  expect(made.code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // Any tar reads it.
  expect(listed(file)[0]).toBe("muster-backup.json");
  expect(listed(file)).toContain(`uploads/${path}`);

  const folder = dataFolder("restored");
  const restored = await run("restore", folder, [file]);
  expect(restored.output).toContain("Restored the backup of");
  expect(restored.output).not.toContain("The previous data is in");
  expect(readdirSync(folder).sort()).toEqual(["app-secret", "postgres", "uploads", "vectors"]);
  expect(readFileSync(join(folder, "app-secret"))).toEqual(readFileSync(join(live(), "app-secret")));
  expect(readFileSync(join(folder, "uploads", path), "utf8")).toBe("kept");
  const search = { teamId: team, datasourceIds: ["datasource_1"], vector: at(40), k: 5 };
  const found = await openLance(join(folder, "vectors")).store.search(stored, search);
  expect(found.map(({ id }) => id)).toEqual(["chunk_2", "chunk_1"]);

  // A backup of what was restored has the same rows, byte by byte.
  const again = join(temporaryFolder("archive"), "again.tar.gz");
  expect(await run("backup", folder, [again])).toMatchObject({ code: 0 });
  const [first, second] = [manifestOf(file), manifestOf(again)];
  expect(second.entries).toEqual(first.entries);
  expect(second.migrations).toEqual(first.migrations);
  const texts = await withDatabase(folder, async (client) => {
    const { rows } = await client.query(
      "select body->>'text' text, body = 'null'::jsonb is_null from session_events where session_id = $1 order by seq",
      [sessionId],
    );
    return rows;
  });
  expect(texts.map(({ text }) => text)).toEqual([...odd, null]);
  expect(texts.at(-1)?.is_null).toBe(true);
  // No scratch files, not even the hidden ones.
  expect(readdirSync(join(live(), "uploads")).filter((name) => name.startsWith("."))).toEqual([]);
});

test("has whole vectors of a store that is written, emptied and tidied meanwhile", { timeout: 90_000 }, async () => {
  const { store } = openLance(join(live(), "vectors"));
  const team = newTeam();
  const collection = toCollection(team, { type: "demo", model: "demo-embedding" }, 4);
  const document = (n: number) =>
    Array.from({ length: 10 }, (_, i) =>
      point(team, `chunk_${n}_${i}`, { documentId: `document_${n}`, vector: at(i) }),
    );
  let stopped = false;
  let written = 0;
  const writer = (async () => {
    for (; !stopped; written += 1) {
      await store.upsert(collection, document(written));
      const gone = written - 5;
      if (gone >= 0) await store.remove(collection, { teamId: team, datasourceId, documentIds: [`document_${gone}`] });
    }
  })();
  await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(30);
  const before = written;
  const file = join(temporaryFolder("archive"), "vectors.tar.gz");
  expect(await run("backup", live(), [file])).toMatchObject({ code: 0 });
  expect(written).toBeGreaterThan(before);
  stopped = true;
  await writer;
  await store.idle();

  const folder = dataFolder("restored");
  expect((await run("restore", folder, [file])).output).toContain("Restored the backup of");
  const restored = openLance(join(folder, "vectors")).store;
  const listed = await Array.fromAsync(restored.list(collection, { teamId: team, datasourceId }));
  const counts = Map.groupBy(listed, ({ documentId }) => documentId);
  expect(counts.size).toBeGreaterThanOrEqual(5);
  expect(counts.size).toBeLessThanOrEqual(6);
  for (const chunks of counts.values()) expect(chunks).toHaveLength(10);
  const search = { teamId: team, datasourceIds: [datasourceId], vector: at(0), k: 3 };
  expect(await restored.search(collection, search)).toHaveLength(3);
  // It goes on from there, old versions whose files are gone among what is tidied away.
  await restored.upsert(collection, document(1_000_000));
  const table = await (await connect(join(folder, "vectors"))).openTable(collection.name);
  await compact(table, Date.now() + 3_600_000);
  expect(await table.countRows()).toBe(listed.length + 10);
});

test("is one moment of a server that goes on writing and deleting", { timeout: 90_000 }, async () => {
  const { db, sessionId } = await oddSession();
  let stopped = false;
  let written = 0;
  const stored: { path: string; at: number }[] = [];
  const writer = (async () => {
    for (; !stopped; written += 1) {
      const [one, other] = [`pair-${written}-a`, `pair-${written}-b`];
      await db.transaction(async (tx) => {
        await tx.insert(settings).values({ name: one, value: 1 });
        await tx.insert(settings).values({ name: other, value: 1 });
      });
      stored.push({ path: await storeFile(sessionId, `file ${written}`), at: Date.now() });
      const [oldest] = stored;
      // Not at once: what comes and goes between the backup's two looks at the folder may be missing.
      if (!oldest || Date.now() - oldest.at < 1_000) continue;
      stored.shift();
      await db.delete(sessionFiles).where(sql`path = ${oldest.path}`);
      await fileStore().delete(oldest.path);
    }
  })();
  const file = join(temporaryFolder("archive"), "busy.tar.gz");
  expect(await run("backup", live(), [file])).toMatchObject({ code: 0 });
  stopped = true;
  await writer;
  expect(written).toBeGreaterThan(10);
  const folder = dataFolder("moment");
  expect(await run("restore", folder, [file])).toMatchObject({ code: 0 });
  const { halves, pairs, paths } = await withDatabase(folder, async (client) => {
    const names = await client.query<{ n: string; pairs: string }>(
      "select count(*) n, count(distinct split_part(name, '-', 2)) pairs from settings where name like 'pair-%'",
    );
    const files = await client.query<{ path: string }>("select path from session_files");
    return { halves: Number(names.rows[0]?.n), pairs: Number(names.rows[0]?.pairs), paths: files.rows };
  });
  expect(halves).toBe(2 * pairs);
  expect(pairs).toBeGreaterThan(0);
  for (const { path } of paths) expect(existsSync(join(folder, "uploads", path))).toBe(true);
});

test("is never written over a file that is there, and says how it is called", async () => {
  const file = join(temporaryFolder("archive"), "mine.txt");
  writeFileSync(file, "mine");
  expect(await run("backup", live(), [file])).toEqual({
    code: 1,
    output: `${file} already exists. Choose another file name.`,
  });
  expect(readFileSync(file, "utf8")).toBe("mine");
  expect(await run("backup", live(), ["one", "two"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("Usage"),
  });
});

test("goes to the data folder when no file is named", async () => {
  const { code, output } = await run("backup", live());
  expect(code).toBe(0);
  const path = /files to (\S+\.tar\.gz)/.exec(output)?.[1] ?? "";
  expect(path.startsWith(join(live(), "backups/muster-"))).toBe(true);
  expect(manifestOf(path).parts).toEqual(["database", "secret", "uploads", "vectors"]);
  rmSync(path);
});

test("with an APP_SECRET it says that the secret is not in it", async () => {
  const folder = dataFolder("own-secret");
  const variables = { APP_SECRET: "s".repeat(40) };
  expect(await run("backup", folder, [], variables)).toEqual({
    code: 1,
    output: "The database is empty: there is nothing to back up.",
  });
  const file = join(temporaryFolder("archive"), "given.tar.gz");
  const { output } = await run("backup", live(), [file], variables);
  expect(output).toContain("The backup doesn't include APP_SECRET");
  expect(manifestOf(file).parts).not.toContain("secret");
});
