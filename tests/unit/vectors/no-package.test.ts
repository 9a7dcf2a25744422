import { expect, it, vi } from "vitest";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import { newTeam, openLance, point } from "../../support/vector-stores";

// As on a platform for which there is no native package.
vi.mock("@lancedb/lancedb", () => {
  throw new Error("Cannot find module '@lancedb/lancedb-plan9'");
});

it("says what to do where the built-in store has no package for the platform", async () => {
  const { store } = openLance();
  const teamId = newTeam();
  const writing = store.upsert(toCollection(teamId, { type: "demo", model: "m" }, 4), [point(teamId, "a")]);
  for (const failing of [store.check(), writing])
    await expect(failing).rejects.toMatchObject({
      name: "VectorError",
      problem: "unavailable",
      retryable: false,
      message: expect.stringMatching(/no package for this platform .* Add Qdrant or Pinecone/),
    });
});
