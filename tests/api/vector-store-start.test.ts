import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { callJson, newPerson } from "../bench/people";
import { dataFolder } from "../support/data-folders";
import { formOf } from "../support/datasources";
import { onOwnPostgres } from "../support/many-processes";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { startProcess } from "../support/processes";

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await ownPostgres();
});
afterAll(() => postgres.stop());

it("a second machine with a folder of its own is told where the vectors are, and does not start", {
  timeout: 120_000,
}, async () => {
  const shared = { APP_SECRET: randomUUID() + randomUUID(), DATABASE_URL: await postgres.database() };
  const UPLOADS_DIR = dataFolder("uploads");
  const begin = (DATA_DIR: string) => {
    const started = startProcess("lib/scripts/worker.ts", { ...shared, UPLOADS_DIR, DATA_DIR });
    onTestFinished(() => started.kill("SIGKILL"));
    return started;
  };
  const refused = async (folder: string) => {
    const started = begin(folder);
    expect(await started.exit(), started.output()).toBe(1);
    return started.output();
  };
  const [first, second, copy] = [dataFolder("first"), dataFolder("second"), dataFolder("copy")];
  const running = begin(first);
  await expect.poll(running.output, { timeout: 60_000 }).toContain("Muster has started");
  cpSync(first, copy, { recursive: true });
  const [other, copied, beside] = await Promise.all([refused(second), refused(copy), begin(first)]);
  expect(other).toContain(`The vectors of this database are in the folder ${join(first, "vectors")} on `);
  expect(other).toContain(`but this process uses the folder ${join(second, "vectors")} on `);
  expect(other).toMatch(/which has no vectors\. .*VECTORS_URL.*adopt-vectors/);
  expect(other).not.toMatch(/^\s+at /m);
  expect(copied).toContain("a copy that would no longer be kept in sync");
  // Any number of processes work in the same folder.
  await expect.poll(beside.output, { timeout: 60_000 }).toContain("Muster has started");
});

it("what one machine indexes in Qdrant, another with an empty disk finds", { timeout: 120_000 }, async () => {
  const muster = await onOwnPostgres();
  onTestFinished(() => muster.end());
  const one = await muster.server();
  const other = await muster.server({ WORKER: "off" });
  const person = await newPerson(one.url);
  const there = { ...person, url: other.url };
  const model = { name: "Embeddings", type: "demo", model: "demo-embed", modelType: "embedding" };
  const { _id: embeddingModelId = "" } = await callJson(person, `/${person.slug}/forms/model/add`, model);
  const uploaded = await fetch(`${other.url}/${person.slug}/forms/datasource/upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}` },
    body: formOf({ "lighthouse.txt": "The lighthouse is on Gannet Rock." }, { embeddingModelId }),
  });
  const { _id } = (await uploaded.json()) as { _id: string };
  const view = () => callJson<{ datasource: { status: string } }>(there, `/${person.slug}/datasource/${_id}.json`);
  await expect.poll(async () => (await view()).datasource.status, { timeout: 30_000 }).toBe("ready");
  const body = { query: "Where is the lighthouse?", retriever: { hybrid: false } };
  for (const url of [one.url, other.url])
    expect(await callJson({ ...person, url }, `/${person.slug}/forms/datasource/${_id}/query`, body)).toMatchObject({
      passages: [{ text: "The lighthouse is on Gannet Rock.", vectorRank: 1 }],
    });
});
