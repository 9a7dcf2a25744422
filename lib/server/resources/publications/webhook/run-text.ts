import { loadBodiesForReaders } from "../../../engine/runs/log/bodies";
import { readPage } from "../../../engine/runs/log/read-page";
import type { Reader } from "../../../platform/db/client";

const maxEvents = 50;

/** What a run returned: the output of its last task, or its last message. */
export async function readRunText(db: Reader, sessionId: string, runId: string): Promise<string> {
  const { rows } = await readPage(db, sessionId, {
    runId,
    kinds: ["message", "task"],
    current: true,
    newestFirst: true,
    limit: maxEvents,
    load: loadBodiesForReaders,
  });
  for (const { kind, body } of rows) {
    if (kind === "task" && body.state === "finished" && !body.taken) return body.output;
    if (kind === "message" && body.role === "assistant" && !body.inner) return body.text;
  }
  return "";
}
