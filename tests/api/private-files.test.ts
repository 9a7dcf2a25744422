import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { restrictFolder } from "@/lib/server/platform/disk/private-files";
import { newPerson } from "../bench/people";
import { dataFolder, run } from "../support/data-folders";
import { formOf } from "../support/datasources";
import { temporaryFolder } from "../support/folders";
import { freePort } from "../support/free-port";
import { fileForm } from "../support/matrix/furnished-team";
import { startProcess } from "../support/processes";

const modeOf = (path: string): number => lstatSync(path).mode & 0o777;

/** What others may read, write or pass in a folder, each with its mode; PostgreSQL closes its own folder as a whole. */
function open(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const own = modeOf(path) & 0o077 && !entry.isSymbolicLink() ? [`${path} ${modeOf(path).toString(8)}`] : [];
    return [...own, ...(entry.isDirectory() && entry.name !== "postgres" ? open(path) : [])];
  });
}

async function serving(folder: string) {
  const port = String(await freePort());
  const places = { DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads") };
  const server = startProcess("tests/support/api-process.ts", { PORT: port, LOG_LEVEL: "error", ...places });
  onTestFinished(() => server.kill("SIGKILL"));
  await server.line("serving");
  return { server, url: `http://127.0.0.1:${port}` };
}

/** A folder as an older version has left it, under the umask of most systems. */
function olderFolder(): string {
  const folder = dataFolder("private");
  const uploads = join(folder, "uploads");
  for (const path of [uploads, join(uploads, "icons"), join(folder, "tmp"), join(folder, "backups")]) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
  }
  return folder;
}

it("what a server, a backup and a restore keep is for their user alone", { timeout: 120_000 }, async () => {
  expect(process.umask()).toBe(0o022);
  const folder = olderFolder();
  const { server, url } = await serving(folder);
  const { token, slug } = await newPerson(url);
  const send = async (path: string, body: FormData) =>
    fetch(`${url}/${slug}/forms/${path}`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });
  expect((await send("asset/add", fileForm("icon.png"))).status).toBe(200);
  const model = { name: "E", type: "demo", model: "demo-embed", modelType: "embedding" };
  const made = await fetch(`${url}/${slug}/forms/model/add`, {
    method: "POST",
    body: JSON.stringify(model),
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  const { _id: embeddingModelId } = (await made.json()) as { _id: string };
  expect((await send("datasource/upload", formOf({ "a.txt": "The quay." }, { embeddingModelId }))).status).toBe(200);
  await expect.poll(() => readdirSync(folder), { timeout: 20_000 }).toContain("vectors");
  expect((await run("backup", folder)).code).toBe(0);
  await server.kill("SIGTERM");

  expect(open(folder)).toEqual([]);
  expect(modeOf(folder) & 0o066).toBe(0);
  const [archive = ""] = readdirSync(join(folder, "backups"));
  const other = dataFolder("restored");
  expect(await run("restore", other, [join(folder, "backups", archive)])).toMatchObject({ code: 0 });
  expect(open(other)).toEqual([]);
});

it("a folder that is everybody's, or somebody else's, stays as it is", () => {
  const folder = temporaryFolder("shared");
  mkdirSync(join(folder, "tmp"));
  chmodSync(folder, 0o1777);
  restrictFolder(folder, 0o700);
  expect([statSync(folder).mode & 0o7777, modeOf(join(folder, "tmp"))]).toEqual([0o1777, 0o755]);
  chmodSync(folder, 0o755);
  restrictFolder(folder, 0o711);
  expect([modeOf(folder), modeOf(join(folder, "tmp"))]).toEqual([0o711, 0o700]);
});
