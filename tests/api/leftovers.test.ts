import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { processesIn } from "@/lib/server/platform/process/process-stat";
import { newApp, newPerson, newSession, type Person } from "../bench/people";
import { dataFolder } from "../support/data-folders";
import { freePort } from "../support/free-port";
import { type Started, startProcess } from "../support/processes";

const list = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const patient = { timeout: 60_000, interval: 5 };

function start(script: string, folder: string, variables: Record<string, string> = {}, args: string[] = []): Started {
  const place = { DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads"), LOG_LEVEL: "info" };
  const started = startProcess(script, { ...place, ...variables }, process.cwd(), args);
  onTestFinished(() => started.kill("SIGKILL"));
  return started;
}

async function startServer(folder: string): Promise<Started & { url: string }> {
  const PORT = String(await freePort());
  const started = start("tests/support/api-process.ts", folder, { PORT });
  await started.line("serving");
  return { ...started, url: `http://localhost:${PORT}` };
}

const boundary = "x-muster-x";
const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="notes.txt"\r\ncontent-type: text/plain\r\n\r\n`;

interface SlowUpload {
  sending: ClientRequest;
  status: Promise<number>;
  end: () => void;
}

/** Sends the head and the first part of a file, and waits with the rest. */
function beginUpload(person: Person, url: string, sessionId: string, text: string): SlowUpload {
  const sending = request(`${url}/${person.slug}/forms/session/${sessionId}/file`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  const status = new Promise<number>((resolve, reject) => {
    sending.once("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sending.once("error", reject);
  });
  status.catch(() => undefined);
  sending.write(head + text);
  return { sending, status, end: () => void sending.end(`\r\n--${boundary}--\r\n`) };
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
    : [];

const isHalf = (name: string) => name.startsWith(".backup-");
const isDraft = (name: string) => name.startsWith("postgres-draft-");

/** Kills a first start while it makes the database, and returns once nothing works in what it left. */
async function killFirstStart(folder: string): Promise<void> {
  const killed = start("lib/scripts/worker.ts", folder);
  const drafts = () => list(folder).filter(isDraft);
  const isMaking = () => drafts().some((name) => existsSync(join(folder, name, "PG_VERSION")));
  await expect.poll(isMaking, patient).toBe(true);
  await killed.kill("SIGKILL");
  const [draft = ""] = drafts();
  expect(list(folder)).not.toContain("postgres");
  // Its initdb outlives it, and is left to its work.
  await expect.poll(() => processesIn(join(folder, draft)), patient).toEqual([]);
}

/** Kills a backup while it writes its archive. */
async function killBackup(folder: string): Promise<void> {
  const backup = start("lib/scripts/backup.ts", folder);
  const backups = join(folder, "backups");
  const isPacking = () => filesBelow(backups).some((path) => path.includes("/.archive-") && statSync(path).size > 0);
  await expect.poll(isPacking, patient).toBe(true);
  await backup.kill("SIGKILL");
}

/** What these servers log as removed, in all. */
function removedBy(...servers: Started[]): Record<string, { entries: number; bytes: number }> {
  const lines = servers.flatMap((server) => server.output().split("\n"));
  const found: ReturnType<typeof removedBy> = {};
  for (const line of lines.filter((one) => one.includes("removed leftovers of killed processes")))
    for (const { what, entries, bytes } of JSON.parse(line).removed) {
      const sum = found[what] ?? { entries: 0, bytes: 0 };
      found[what] = { entries: sum.entries + entries, bytes: sum.bytes + bytes };
    }
  return found;
}

it("what processes killed with -9 left goes at the next start, and work of others stays", {
  timeout: 400_000,
}, async () => {
  const folder = dataFolder("killed");
  const [tmp, uploads, backups] = [join(folder, "tmp"), join(folder, "uploads"), join(folder, "backups")];
  await killFirstStart(folder);
  expect(list(folder).filter(isDraft)).toHaveLength(1);
  const killed = await startServer(folder);
  expect(list(folder).filter(isDraft)).toEqual([]);
  expect(removedBy(killed)).toEqual({ "partial databases": { entries: 1, bytes: expect.any(Number) } });
  expect(removedBy(killed)["partial databases"]?.bytes).toBeGreaterThan(1_000_000);

  const other = await startServer(folder);
  const person = await newPerson(other.url);
  const sessionId = await newSession(person, await newApp(person, "demo-chat"));
  const text = "a".repeat(100_000);
  beginUpload(person, killed.url, sessionId, text);
  const kept = beginUpload(person, other.url, sessionId, text);
  const written = () => filesBelow(tmp).filter((path) => statSync(path).size > 0);
  await expect.poll(() => written().length, patient).toBe(2);
  const documents = join(uploads, "documents");
  mkdirSync(documents, { recursive: true });
  for (let i = 0; i < 16; i += 1) writeFileSync(join(documents, `${i}`), randomBytes(8 * 1024 * 1024));
  await killBackup(folder);
  await killed.kill("SIGKILL");

  const next = await startServer(folder);
  expect(written()).toHaveLength(1);
  expect([...list(backups), ...list(uploads)].filter(isHalf)).toEqual([]);
  expect(list(documents)).toHaveLength(16);
  // The other server may have come first.
  expect(removedBy(other, next)).toMatchObject({ "temporary files": { entries: 1 }, backups: { entries: 3 } });
  kept.end();
  expect(await kept.status).toBe(200);
  expect(list(tmp)).toEqual([]);
  expect(filesBelow(join(uploads, "sessions")).map((path) => statSync(path).size)).toEqual([text.length]);
});
