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
    const of = { sessionId, messageId: "message_pieces", run: await runOf(sessionId), taskId: undefined };
    const read = async (known = 0) =>
      (await readPartialTexts(db, [sessionId], new Map([[of.messageId, known]]))).map(({ start, text }) => [
        start,
        text,
      ]);
    await savePieces(db, [{ of, start: 0, text: "One 🙂" }]);
    await savePieces(db, [{ of, start: 6, text: "two" }]);
    expect(await read()).toEqual([[0, "One 🙂two"]]);
    // A save whose reply was lost is repeated with what has been added since.
    await savePieces(db, [{ of, start: 6, text: "two, three" }]);
    expect(await read(9)).toEqual([[9, ", three"]]);
    expect(await read(16)).toEqual([]);
    // Nothing after a gap, until it is filled.
    await savePieces(db, [{ of, start: 20, text: "five" }]);
    expect(await read()).toEqual([[0, "One 🙂two, three"]]);
    await savePieces(db, [{ of, start: 16, text: "four" }]);
    expect(await read()).toEqual([[0, "One 🙂two, threefourfive"]]);
    await callAs(sessions.cancel, at(person, sessionId));
    await settled(person, sessionId);
    expect(await read()).toEqual([]);
    await worker.stop();
  });
});
