import { setTimeout as sleep } from "node:timers/promises";
import type { Message } from "@/lib/contract/sessions/message";
import type { Session } from "@/lib/contract/sessions/schemas";
import type { MusterProcess } from "../../support/muster-process";
import { callJson, newConversations } from "../people";
import { removeFolder, startServer, throwAwayFolder } from "../place";
import type { Conversation } from "../processes/muster-reader";
import type { Row } from "../report";
import { median } from "../stats";
import { modelOf, Readers } from "../stream-case";
import { isWhole } from "../tokens";
import { treeOf } from "../usage";

const streams = 50;
const tokens = 100;
/** After the last message was acknowledged: answers take five seconds. */
const killAfterMs = [200, 1_200, 2_400, 3_600];
const patienceMs = 60_000;

interface Kill {
  survived: number;
  /** From the server being up again to the end of the last run. */
  settledMs: number;
  lost: string[];
}

const question = ({ sessionId }: Conversation): string => `Count ${sessionId}`;

async function ask(conversation: Conversation): Promise<void> {
  const { slug, sessionId } = conversation;
  await callJson(conversation, `/${slug}/forms/session/${sessionId}/start`, { message: question(conversation) });
}

async function sessionOf(conversation: Conversation): Promise<Session> {
  const { slug, sessionId } = conversation;
  return (await callJson<{ session: Session }>(conversation, `/${slug}/session/${sessionId}.json`)).session;
}

/** What is wrong with the conversation after its server was killed; nothing when the question has its one, whole answer. */
async function faultOf(conversation: Conversation): Promise<string | undefined> {
  const { lastRun } = await sessionOf(conversation);
  if (lastRun?.status !== "completed") return `a run is ${lastRun?.status}`;
  const path = `/${conversation.slug}/session/${conversation.sessionId}/messages.json`;
  const { messages } = await callJson<{ messages: Message[] }>(conversation, path);
  const said = messages.filter(({ role, text }) => role === "user" && text === question(conversation));
  const answers = messages.filter(({ role }) => role === "assistant");
  if (said.length !== 1) return `the message is there ${said.length} times`;
  if (answers.length !== 1) return `there are ${answers.length} answers`;
  return isWhole(answers[0]?.text ?? "", tokens) ? undefined : "the answer is not whole";
}

async function settle(conversations: Conversation[]): Promise<number> {
  const ready = performance.now();
  let open = conversations;
  while (open.length > 0 && performance.now() - ready < patienceMs) {
    const sessions = await Promise.all(open.map(sessionOf));
    open = open.filter((_, i) => sessions[i]?.status === "running" || sessions[i]?.status === "queued");
    if (open.length > 0) await sleep(100);
  }
  return performance.now() - ready;
}

/** SIGKILL for the server, and for its database with it, as when the power goes. */
async function kill(server: MusterProcess, withDatabase: boolean): Promise<void> {
  const pid = server.child.pid ?? 0;
  const others = withDatabase ? treeOf(pid).filter((one) => one !== pid) : [];
  const gone = server.stop("SIGKILL");
  for (const one of others) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It has already ended.
    }
  }
  await gone;
}

/** Kills a server in the middle of many answers, starts it again, and counts the runs that completed regardless. */
export async function survival(): Promise<Row[]> {
  const readers = await Readers.start();
  const dataDir = throwAwayFolder();
  const variables = { OPENAI_BASE_URL: readers.baseUrl };
  let server = await startServer({ dataDir, variables });
  const port = Number(new URL(server.url).port);
  const kills: Kill[] = [];
  try {
    for (const [i, afterMs] of killAfterMs.entries()) {
      const conversations = await newConversations(server.url, modelOf({ ttft: 300, tokens }), streams);
      await Promise.all(conversations.map(ask));
      await sleep(afterMs);
      await kill(server, i % 2 === 1);
      server = await startServer({ dataDir, port, variables });
      const settledMs = await settle(conversations);
      const lost = (await Promise.all(conversations.map(faultOf))).flatMap((fault) => fault ?? []);
      kills.push({ survived: streams - lost.length, settledMs, lost });
    }
  } finally {
    await server.stop();
    removeFolder(dataDir);
    await readers.end();
  }
  const all = streams * kills.length;
  const lost = kills.flatMap((one) => one.lost);
  return [
    {
      name: "runs that survive SIGKILL",
      figure: (kills.reduce((sum, { survived }) => sum + survived, 0) / all) * 100,
      unit: "%",
      bound: { of: "figure", value: 100, atLeast: true },
      note: `of ${all} that were acknowledged, ${kills.length} kills, every second one together with the database; ${lost[0] ?? "each question stored once, each answer stored once and complete"}`,
    },
    {
      name: "last run finished after the restart",
      figure: median(kills.map(({ settledMs }) => settledMs)) / 1_000,
      unit: "s",
      note: `each ${kills.map(({ settledMs }) => (settledMs / 1_000).toFixed(1)).join(", ")}; an answer takes ${tokens / 20} s`,
    },
  ];
}
