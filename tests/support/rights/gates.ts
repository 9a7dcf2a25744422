import type { RequestListener } from "node:http";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { afterFile } from "../cleanups";
import type { Reply } from "../client";
import { testDatabase } from "../database";
import { loopbackServer } from "../loopback-server";

export interface Gate {
  /** Resolves once the call waits here. */
  reached: Promise<void>;
  release: () => void;
}

export const newGate = (): Gate & { pass: () => Promise<void> } => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const pass = () => {
    reached.resolve();
    return released.promise;
  };
  return { reached: reached.promise, release: released.resolve, pass };
};

/** A server that, once it is armed, answers nothing before its gate is opened. */
export async function gatedServer(listener: RequestListener): Promise<Gate & { url: string; arm: () => void }> {
  const gate = newGate();
  let armed = false;
  const server = await loopbackServer((request, response) => {
    void (armed ? gate.pass() : Promise.resolve()).then(() => listener(request, response));
  });
  // Concurrent tests do not know their own hooks.
  afterFile(() => server.close());
  const arm = () => {
    armed = true;
  };
  return { ...gate, url: server.url, arm };
}

interface Sent {
  method?: string;
  path: string;
  token: string;
}

/** Sends an upload of which the server reads the first half, and the rest once the gate is opened. */
export async function gatedUpload({ form, ...sent }: Sent & { form: FormData }) {
  const whole = new Response(form);
  const type = whole.headers.get("content-type") ?? "";
  return gatedBody({ ...sent, type, bytes: new Uint8Array(await whole.arrayBuffer()) });
}

/** The same of any body. */
export function gatedBody({ method = "POST", path, token, type, bytes }: Sent & { type: string; bytes: Uint8Array }) {
  const half = Math.floor(bytes.length / 2);
  const gate = newGate();
  let pulls = 0;
  // Without a mark nothing is read ahead: what asks for more is the call itself.
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pulls += 1;
        if (pulls === 1) return controller.enqueue(bytes.slice(0, half));
        await gate.pass();
        controller.enqueue(bytes.slice(half));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return { ...gate, reply: replyOf(new Request(`http://localhost:3000${path}`, init)) };
}

async function replyOf(request: Request): Promise<Reply> {
  const response = await dispatch(request, new URL(request.url).pathname);
  const { status } = response;
  return { status, response, body: (await response.clone().json()) as Record<string, unknown> };
}

/** Each lock holds one of the pool's connections and the call that waits for it another: some are left for the loss. */
const maxLocks = 3;
let locks = 0;
const queue: (() => void)[] = [];

async function enterLocks(): Promise<void> {
  if (locks < maxLocks) locks += 1;
  else await new Promise<void>((resolve) => queue.push(resolve));
}

function leaveLocks(): void {
  const next = queue.shift();
  if (next) next();
  else locks -= 1;
}

/** Takes a lock, or makes a change, for which the call's transaction waits; releasing commits it. */
export async function gatedLock(statement: string, values: unknown[]): Promise<Gate> {
  await enterLocks();
  const { pool } = await testDatabase();
  const client = await pool.connect();
  await client.query("begin");
  await client.query(statement, values);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid;
  const waits = async () => {
    for (;;) {
      const found = await pool.query("select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))", [pid]);
      if (found.rowCount) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const release = () =>
    void client.query("commit").finally(() => {
      client.release();
      leaveLocks();
    });
  return { reached: waits(), release };
}
