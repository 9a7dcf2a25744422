import { io, type Socket } from "socket.io-client";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { callJson, newApp, newPerson, newSession, type Person } from "../people";
import { withServer } from "../place";
import type { Row } from "../report";
import { quantile } from "../stats";

const alone = 80;
const warmUp = 10;
const together = 100;
const rounds = 5;

/** A session whose events are read over a socket of its own. */
interface Reader {
  person: Person;
  sessionId: string;
  socket: Socket;
}

async function reader(person: Person, appId: string): Promise<Reader> {
  const sessionId = await newSession(person, appId);
  const socket = io(person.url, { auth: { token: person.token }, transports: ["websocket"], forceNew: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect_error", reject);
    socket.emitWithAck("join_session", { sessionId, after: 0 }).then(() => resolve(), reject);
  });
  return { person, sessionId, socket };
}

/** Milliseconds from a message to the first text of its answer, and to the end of its run. */
async function turn({ person, sessionId, socket }: Reader): Promise<{ first: number; all: number }> {
  const started = performance.now();
  let first = Number.NaN;
  const ended = new Promise<number>((resolve, reject) => {
    const onEvent = ({ kind, body }: SessionEvent) => {
      if (kind === "delta" && Number.isNaN(first)) first = performance.now() - started;
      const { runStatus } = body as { runStatus?: string };
      if (kind !== "status" || runStatus === "running" || runStatus === "queued") return;
      socket.off("session_event", onEvent);
      if (runStatus === "completed") resolve(performance.now() - started);
      else reject(new Error(`The run is ${runStatus}.`));
    };
    socket.on("session_event", onEvent);
  });
  await callJson(person, `/${person.slug}/forms/session/${sessionId}/start`, { message: "Tell me of the sea" });
  return { all: await ended, first };
}

const model = "demo-chat:ttft=1,tps=2000";
const large = { money: 1_000_000, tokens: 1_000_000_000, mode: "hard" };

/** A team of somebody new and its app, with hard budgets on all that a run of theirs counts against, or none. */
async function team(url: string, limited: boolean) {
  const person = await newPerson(url);
  const appId = await newApp(person, model);
  const budget = `/${person.slug}/forms/budget`;
  const paths = limited ? [`${budget}/org/edit`, `${budget}/team/edit`, `${budget}/app/${appId}/edit`] : [];
  for (const path of paths) await callJson(person, path, large);
  return { person, appId };
}

type Team = Awaited<ReturnType<typeof team>>;

/** New sessions, one message in each, simultaneously. */
async function burst({ person, appId }: Team) {
  const readers = await Promise.all(Array.from({ length: together }, () => reader(person, appId)));
  const turns = await Promise.all(readers.map(turn));
  for (const { socket } of readers) socket.disconnect();
  return {
    first: quantile(
      turns.map(({ first }) => first),
      0.95,
    ),
    all: Math.max(...turns.map(({ all }) => all)),
  };
}

/** What budgets add to the time to the first token: of one run, and of many that count against the same budgets. */
export const budgets = (): Promise<Row[]> =>
  withServer({}, async ({ url }) => {
    const [free, limited] = [await team(url, false), await team(url, true)];
    const readers = [await reader(free.person, free.appId), await reader(limited.person, limited.appId)] as const;
    const [without, with3]: [number[], number[]] = [[], []];
    for (let i = 0; i < warmUp + alone; i += 1) {
      // By turns, so that what else the machine does falls on both.
      const [one, other] = [await turn(readers[0]), await turn(readers[1])];
      if (i < warmUp) continue;
      without.push(one.first);
      with3.push(other.first);
    }
    for (const { socket } of readers) socket.disconnect();
    const bursts: { free: Awaited<ReturnType<typeof burst>>; limited: Awaited<ReturnType<typeof burst>> }[] = [];
    for (let i = 0; i < rounds; i += 1) bursts.push({ free: await burst(free), limited: await burst(limited) });
    const of = (which: "free" | "limited", what: "first" | "all") =>
      quantile(
        bursts.map((one) => one[which][what]),
        0.5,
      );
    const added = quantile(with3, 0.5) - quantile(without, 0.5);
    return [
      {
        name: "first token with three hard budgets, p50",
        figure: quantile(with3, 0.5),
        unit: "ms",
        baseline: { name: "without budgets", figure: quantile(without, 0.5) },
        bound: { of: "ratio", value: 1.2 },
        note: `${added.toFixed(2)} ms added; p95 ${quantile(with3, 0.95).toFixed(1)} vs. ${quantile(without, 0.95).toFixed(1)}`,
      },
      {
        name: `first token of ${together} simultaneous runs with shared budgets, p95`,
        figure: of("limited", "first"),
        unit: "ms",
        baseline: { name: "without budgets", figure: of("free", "first") },
        bound: { of: "ratio", value: 1.5 },
        note: `medians of ${rounds} rounds`,
      },
      {
        name: `last of ${together} simultaneous runs with shared budgets finished`,
        figure: of("limited", "all"),
        unit: "ms",
        baseline: { name: "without budgets", figure: of("free", "all") },
        note: "runs end one after another, because each locks the budgets' rows",
      },
    ];
  });
