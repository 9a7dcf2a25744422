import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listNeededPackages } from "@/lib/scripts/needed-packages";

it("the image keeps what the drivers of object storage import, and not what only pages do", () => {
  const needed = listNeededPackages();
  for (const driver of ["s3", "gcs"]) {
    const text = readFileSync(`node_modules/flydrive/build/drivers/${driver}/main.js`, "utf8");
    const imported = [...text.matchAll(/ from "(@[^/"]+\/[^/"]+)"/g)].map(([, name]) => name);
    expect(imported).not.toEqual([]);
    expect([...needed]).toEqual(expect.arrayContaining(imported));
  }
  expect(needed.has("@dnd-kit/core")).toBe(false);
});
