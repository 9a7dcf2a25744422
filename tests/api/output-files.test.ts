import { describe, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { newSession, readMessages, say, settled } from "../support/sessions";
import { addTask, newAgent, newModel, newProcess, newTask } from "../support/tasks";

ownDatabase();
const standin = openAiForAll();

describe("the file of a task's output", () => {
  const names: [task: string, filename: string | undefined][] = [
    ["../../etc/passwd", undefined],
    ['Report"; filename=evil.exe', undefined],
    ["CON", undefined],
    ["…", undefined],
    ["Plan", "page.html"],
    ["Plan", "script.svg"],
  ];
  it.each(names)("of %j, %j is a download by a plain name and nothing that a browser runs", async (name, filename) => {
    const person = await newPerson();
    const config = { api_key: standin().key };
    const modelId = await newModel(person, { provider: "open_ai", model: "gpt-4o", config });
    const agentId = await newAgent(person, "Writer", modelId);
    standin().behave({ text: "<script>alert(1)</script>" });
    const kept = { agentId, storeTaskOutput: true, ...(filename && { taskOutputFileName: filename }) };
    const appId = await newProcess(person, [await newTask(person, name, kept)]);
    const sessionId = await newSession(person, appId);
    await expectOk(say(person, sessionId, {}));
    expect((await settled(person, sessionId)).status).toBe("completed");
    const part = (await readMessages(person, sessionId)).at(-1)?.parts[0];
    expect(part?.filename).toMatch(/^[^/\\\p{Cc}\p{Cf}\p{Zl}"]{1,200}$/u);
    const to = { token: person.token, params: { resourceSlug: person.slug, sessionId, fileId: part?.fileId ?? "" } };
    const { headers } = (await callAs(sessions.file, to)).response;
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("has no name that leads elsewhere", async () => {
    const person = await newPerson();
    for (const taskOutputFileName of [
      "../x.md",
      "a/b",
      "a\\b",
      "a\u0000b",
      "a\nb",
      "a\u202Eb",
      "a\uD800b",
      "..",
      ".",
      "x".repeat(300),
    ])
      expect([taskOutputFileName, (await addTask(person, { taskOutputFileName })).status]).toEqual([
        taskOutputFileName,
        400,
      ]);
  });
});
