import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, it } from "vitest";
import { datasources } from "@/lib/contract/datasources/schemas";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { formOf } from "../support/datasources";
import { hostileFiles } from "../support/hostile/files";

ownDatabase();

it("the first chunks of a long file are shown without the others having to wait", { timeout: 60_000 }, async () => {
  const ada = await newPerson();
  const text = Array.from({ length: 300_000 }, (_, i) => `This is the line of number ${i}.`).join("\n");
  const chunking = JSON.stringify({ strategy: "recursive", size: 100, overlap: 50 });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const body = formOf({ "long.txt": text }, { chunking });
  const call = { token: ada.token, params: { resourceSlug: ada.slug }, body };
  delay.enable();
  const shown = await expectOk(callAs(datasources.preview, call));
  delay.disable();
  expect(shown).toMatchObject({ title: null, pages: null });
  expect(shown.chunks).toHaveLength(50);
  expect(shown.chunks).toMatchObject({ 0: { position: 0 }, 49: { position: 49 } });
  expect(shown.total).toBeGreaterThan(100_000);
  // Cut in this process it was more than a second.
  expect(delay.max / 1e6).toBeLessThan(600);
});

it("hostile files are shown, or refused with the reason at their field", { timeout: 300_000 }, async () => {
  const ada = await newPerson();
  const refused: string[] = [];
  for (const [name, filename, content] of hostileFiles) {
    const call = { token: ada.token, params: { resourceSlug: ada.slug }, body: formOf({ [filename]: content }) };
    const { status, body } = await callAs(datasources.preview, call);
    expect([200, 400], name).toContain(status);
    if (status === 200) continue;
    refused.push(name);
    expect(body, name).toMatchObject({ code: "invalid", issues: [{ path: "file", message: expect.any(String) }] });
    const [{ message } = { message: "" }] = (body as { issues: { message: string }[] }).issues;
    expect(message, name).toMatch(/^[A-Z][^{}<>]{15,300}\.$/);
    expect(message, name).not.toMatch(/undefined|\bnull\b|Error:|\n|node_modules/);
  }
  const isRefused = (part: string) => refused.some((name) => name.includes(part));
  for (const part of ["locked", "DRM", "encrypted part in docx", "300 MB", "that is empty", "cut in the middle"])
    expect(isRefused(part), part).toBe(true);
  expect(hostileFiles.length).toBeGreaterThan(125);
  expect(refused.length).toBeGreaterThan(90);
});
