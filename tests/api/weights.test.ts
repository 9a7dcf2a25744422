import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { models, type Weights } from "@/lib/contract/models/schemas";
import { downloadWeights } from "@/lib/server/engine/models/weights/download";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { temporaryFolder } from "../support/folders";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { guardedFetch } from "../support/providers";
import { joinTeam } from "../support/sessions";
import { tarOf } from "../support/tar";
import { installWeights, tinyWeights } from "../support/tiny-fastembed";

const model = "fast-bge-small-en";
let modelsDir: string;
let answer: RequestListener;
let asked: string[];
let server: LoopbackServer;

beforeEach(async () => {
  modelsDir = temporaryFolder("weights");
  asked = [];
  server = await loopbackServer((request, response) => {
    asked.push(String(request.url));
    answer(request, response);
  });
  process.env.MODELS_DIR = modelsDir;
  process.env.FASTEMBED_WEIGHTS_URL = `${server.url}/archives/`;
  forgetEnv();
});
afterEach(async () => {
  await server.close();
  delete process.env.MODELS_DIR;
  delete process.env.FASTEMBED_WEIGHTS_URL;
  forgetEnv();
});

/** What tar makes of a model's folder. */
async function archive(): Promise<Buffer> {
  const folder = temporaryFolder("archive");
  await installWeights(folder, model);
  return execFileSync("tar", ["-czf", "-", "-C", folder, model]);
}
const gzipOf = (more: Parameters<typeof tarOf>[0], files = tinyWeights()) =>
  gzipSync(
    tarOf([...more, ...Object.entries(files).map(([name, content]) => ({ name: `${model}/${name}`, content }))]),
  );
const send = (body: Buffer): RequestListener => {
  return (_, response) => response.writeHead(200, { "content-length": body.length }).end(body);
};

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const weightsIn = (reply: Record<string, unknown>) => (reply as { weights: Weights }).weights;
const read = async (person: Person) =>
  weightsIn(await expectOk(callAs(models.weights, { ...to(person), query: { model } })));
const download = (person: Person) => callAs(models.downloadWeights, { ...to(person), body: { model } });
const cancel = (person: Person) => callAs(models.cancelDownload, { ...to(person), body: { model } });

async function downloaded(person: Person): Promise<Weights> {
  expect(weightsIn(await expectOk(download(person))).state).toBe("downloading");
  await expect.poll(async () => (await read(person)).state, { timeout: 5_000 }).not.toBe("downloading");
  return read(person);
}
const byHand = () =>
  `put model_optimized.onnx, config.json, special_tokens_map.json, tokenizer.json, and tokenizer_config.json into ${join(modelsDir, model)}.`;

describe("the weights of a FastEmbed model", () => {
  it("are fetched on request, once, and then embed", async () => {
    const ada = await newPerson();
    const body = await archive();
    answer = send(body);
    expect(await read(ada)).toMatchObject({ state: "missing", message: `Without network access, ${byHand()}` });
    const there = await downloaded(ada);
    expect(there).toMatchObject({ state: "present", missing: [], message: null, receivedBytes: body.length });
    expect(there.totalBytes).toBe(body.length);
    expect(weightsIn(await expectOk(download(ada))).state).toBe("present");
    expect(asked).toEqual([`/archives/${model}.tar.gz`]);
    expect(readdirSync(modelsDir)).toEqual([model]);
    const tested = await expectOk(callAs(models.test, { ...to(ada), body: { type: "fastembed", model } }));
    expect(tested).toMatchObject({ ok: true, embeddingLength: 4 });
  });

  const half = (response: ServerResponse, body: Buffer) => response.write(body.subarray(0, body.length / 2));
  const broken: [string, (body: Buffer) => RequestListener, RegExp][] = [
    [
      "are not there",
      () => (_, response) => response.writeHead(404).end("no"),
      /: The download server responded with status 404\. /,
    ],
    [
      "are cut off",
      (body) => (_, response) => {
        response.writeHead(200, { "content-length": body.length });
        half(response, body);
        setTimeout(() => response.destroy(), 50);
      },
      /: 127\.0\.0\.1:\d+ didn't complete its response/,
    ],
    [
      "come in half without a word of it",
      (body) => send(body.subarray(0, body.length / 2)),
      /: The download isn't a complete gzip/,
    ],
    [
      "have a damaged end",
      (body) => send(Buffer.concat([body.subarray(0, -8), Buffer.alloc(8)])),
      /isn't a complete gzip archive/,
    ],
    ["are no archive", () => send(gzipSync("x".repeat(5_000))), /: This isn't a tar archive, or it is damaged\. /],
    ["are no gzip", () => send(Buffer.from("<html>Sign in</html>")), /: The download isn't a complete gzip archive\. /],
    [
      "lack a file",
      () => send(gzipSync(tarOf([{ name: "config.json", content: "{}" }]))),
      /: The archive is missing model_opt/,
    ],
    [
      "are too many files",
      () => send(gzipOf(Array.from({ length: 60 }, (_, i) => ({ name: `f${i}.json`, content: "x" })))),
      /: The archive contains more than 50 files\. /,
    ],
  ];
  it.each(broken)("that %s leave nothing, are said to, and can be tried again", async (_, wrong, sentence) => {
    const ada = await newPerson();
    const body = await archive();
    answer = wrong(body);
    const failed = await downloaded(ada);
    expect(failed.state).toBe("failed");
    expect(failed.message).toMatch(/^The weights for fast-bge-small-en couldn't be downloaded: /);
    expect(failed.message).toMatch(sentence);
    expect(failed.message?.endsWith(` Alternatively, ${byHand()}`), failed.message ?? "").toBe(true);
    expect(readdirSync(modelsDir)).toEqual([]);
    answer = send(body);
    expect((await downloaded(ada)).state).toBe("present");
  });

  it("stay in their folder, whatever the archive calls its files", async () => {
    const ada = await newPerson();
    answer = send(
      gzipOf([
        { name: "../../outside.json", content: "a" },
        { name: `${modelsDir}/absolute.json`, content: "b" },
        { name: "..", content: "c" },
        { name: `${model}/._hidden`, content: "d" },
        { name: "config.json", type: "2", link: "/etc/passwd" },
        { name: "device.json", type: "3" },
        { name: `${model}/sub`, type: "5" },
        { name: `${model}/back\\slash.json`, content: "e" },
      ]),
    );
    expect((await downloaded(ada)).state).toBe("present");
    expect(readdirSync(modelsDir)).toEqual([model]);
    const files = readdirSync(join(modelsDir, model), { withFileTypes: true });
    expect(files.every((file) => file.isFile())).toBe(true);
    expect(files.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(tinyWeights()), "outside.json", "absolute.json"].sort(),
    );
  });
});

describe("a download that is under way", () => {
  /** Sends the first half and waits. */
  const slow = (body: Buffer): { listener: RequestListener; left: Promise<void>; go: () => void } => {
    const gone = Promise.withResolvers<void>();
    const more = Promise.withResolvers<void>();
    return {
      listener: async (_, response) => {
        response.on("close", () => gone.resolve());
        response.writeHead(200, { "content-length": body.length });
        response.write(body.subarray(0, body.length / 2));
        await more.promise;
        response.end(body.subarray(body.length / 2));
      },
      left: gone.promise,
      go: more.resolve,
    };
  };

  it("tells how far it is, is one for all, and ends with nothing left when it is cancelled", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const body = await archive();
    const { listener, left } = slow(body);
    answer = listener;
    await expectOk(download(ada));
    const halfway = { state: "downloading", receivedBytes: Math.floor(body.length / 2), totalBytes: body.length };
    await expect.poll(() => read(ada)).toMatchObject(halfway);
    expect(weightsIn(await expectOk(download(bob)))).toMatchObject(halfway);
    const refused = await cancel(bob);
    expect([refused.status, asked.length]).toEqual([409, 1]);
    expect(weightsIn(await expectOk(cancel(ada)))).toMatchObject({ state: "missing" });
    await left;
    expect(readdirSync(modelsDir)).toEqual([]);
    answer = send(body);
    expect((await downloaded(ada)).state).toBe("present");
  });

  it("is not begun again by another process, unless that one is gone", async () => {
    const ada = await newPerson();
    const body = await archive();
    const { listener, go } = slow(body);
    answer = listener;
    const progress = { received: 0, total: null };
    const input = { model, modelsDir, base: server.url, fetch: guardedFetch, progress } as const;
    const signal = new AbortController().signal;
    const other = downloadWeights({ ...input, signal });
    await expect.poll(() => readdirSync(modelsDir)).toEqual([`.${model}.part`]);
    expect(await read(ada)).toMatchObject({ state: "downloading", message: expect.stringMatching(/^Another process/) });
    await expectOk(download(ada));
    expect((await cancel(ada)).status).toBe(409);
    await expect(downloadWeights({ ...input, signal })).rejects.toMatchObject({ code: "conflict" });
    go();
    await other;
    expect(asked).toHaveLength(1);
    expect((await read(ada)).state).toBe("present");
  });

  it("is begun anew where a killed process has left its beginning", async () => {
    const ada = await newPerson();
    const part = join(modelsDir, `.${model}.part`);
    mkdirSync(part);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(part, longAgo, longAgo);
    answer = send(await archive());
    expect((await read(ada)).state).toBe("missing");
    expect((await downloaded(ada)).state).toBe("present");
  });
});

it("is for those who may edit models, and for FastEmbed's models alone", async () => {
  const [ada, bob] = [await newPerson(), await newPerson("Bob")];
  await joinTeam(bob, ada.slug);
  const as = { token: bob.token, params: { resourceSlug: ada.slug } };
  expect((await callAs(models.weights, { ...as, query: { model } })).status).toBe(200);
  expect((await callAs(models.downloadWeights, { ...as, body: { model } })).status).toBe(403);
  expect((await callAs(models.cancelDownload, { ...as, body: { model } })).status).toBe(403);
  for (const wrong of ["../outside", "gpt-4o", "toString"])
    expect((await callAs(models.downloadWeights, { ...to(ada), body: { model: wrong } })).status).toBe(400);
  expect(asked).toEqual([]);
});
