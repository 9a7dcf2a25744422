import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, it } from "vitest";
import { datasources } from "@/lib/contract/datasources";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { formOf } from "../support/datasources";

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
