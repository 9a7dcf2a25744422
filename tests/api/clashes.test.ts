import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { models } from "@/lib/contract/models/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import type { Tx } from "@/lib/server/platform/db/client";
import { models as modelTable } from "@/lib/server/platform/db/tables/models";
import { sessions as sessionTable } from "@/lib/server/platform/db/tables/sessions";
import { env } from "@/lib/server/platform/env/env";
import { callAs, expectOk, newPerson, type Reply } from "../support/client";
import { testDatabase } from "../support/database";
import { at, newApp, newSession } from "../support/sessions";

/** Deletes in a transaction that is committed only when the call is under way and waits for it. */
async function meanwhile(remove: (tx: Tx) => Promise<unknown>, call: () => Promise<Reply<never>>) {
  const { db } = await testDatabase();
  const { reply } = await db.transaction(async (tx) => {
    await remove(tx);
    const reply = call();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { reply };
  });
  return reply;
}

const storedFiles = (): Promise<string[]> => readdir(join(env().UPLOADS_DIR, "sessions")).catch(() => []);

describe("what was deleted between a call's check and its write", () => {
  it("is told so that the caller can act on it, and nothing is stored", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada));
    const form = new FormData();
    form.append("file", new File(["hello"], "a.txt"));
    const before = await storedFiles();
    const upload = await meanwhile(
      (tx) => tx.delete(sessionTable).where(eq(sessionTable.id, sessionId)),
      () => callAs(sessions.addFile, { ...at(ada, sessionId), body: form }),
    );
    expect(upload).toMatchObject({ status: 404, body: { error: expect.stringMatching(/no longer available/) } });
    expect(await storedFiles()).toEqual(before);

    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const demo = { name: "Demo", type: "demo", model: "demo-chat" };
    const modelId = String((await expectOk(callAs(models.add, { ...to, body: demo })))._id);
    const agent = { name: "Guide", role: "r", goal: "g", backstory: "b", modelId };
    const added = await meanwhile(
      (tx) => tx.delete(modelTable).where(eq(modelTable.id, modelId)),
      () => callAs(agents.add, { ...to, body: agent }),
    );
    expect(added.status).toBe(409);
  });
});
