import { describe, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { readPartialTexts, savePieces } from "@/lib/server/engine/runs/log/partial-texts";
import { callAs } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { at, conversation, runOf, say, settled, testWorker } from "../support/sessions";

ownDatabase();

describe("the pieces of a text being generated", () => {
  it("join in order, grow when a save is repeated, and are read from a known length on", async () => {
    const worker = await testWorker();
    const { db } = await testDatabase();
    const { sessionId, person } = await conversation("demo-chat:ttft=20000");
    await say(person, sessionId, { message: "Begin" });
    const message = { sessionId, messageId: "message_pieces", run: await runOf(sessionId), taskId: undefined };
    const save = (text: string, saved: number) => savePieces(db, [{ ...message, text, saved }]);
    const read = async (known = 0) =>
      (await readPartialTexts(db, [sessionId], new Map([[message.messageId, known]]))).map(({ start, text }) => [
        start,
        text,
      ]);
    await save("One 🙂", 0);
    await save("One 🙂two", 6);
    expect(await read()).toEqual([[0, "One 🙂two"]]);
    // A save whose reply was lost is repeated with what has been added since.
    await save("One 🙂two, three", 6);
    expect(await read(9)).toEqual([[9, ", three"]]);
    expect(await read(16)).toEqual([]);
    // Nothing after a gap, until it is filled.
    await save("One 🙂two, threefourfive", 20);
    expect(await read()).toEqual([[0, "One 🙂two, three"]]);
    await save("One 🙂two, threefour", 16);
    expect(await read()).toEqual([[0, "One 🙂two, threefourfive"]]);
    await callAs(sessions.cancel, at(person, sessionId));
    await settled(person, sessionId);
    expect(await read()).toEqual([]);
    await worker.stop();
  });
});
