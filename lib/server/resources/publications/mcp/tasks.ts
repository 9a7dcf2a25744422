import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { openStates, type RunRow } from "../../../engine/runs/lease/lease";
import { cancelPublicationRun } from "../sessions";
import { supportsForms, supportsTasks, tasksExtension } from "./capabilities";
import { answerRequests, toInputRequests } from "./elicitation";
import type { Exchange } from "./exchange";
import { findPublicationRun, isActive } from "./follow";
import { findOpenRequests } from "./open-requests";
import { toResult, toWaitingText } from "./outcome";

const pollIntervalMs = 2_000;

const taskParams = z.looseObject({ taskId: z.string().max(200) });

type Found = NonNullable<Awaited<ReturnType<typeof findPublicationRun>>>;

/** The fields of every task: a run that is a task's has its id. */
const toTask = ({ run, session }: Found, status: string, statusMessage?: string) => ({
  taskId: run.id,
  status,
  ...(statusMessage && { statusMessage }),
  createdAt: run.dateCreated.toISOString(),
  lastUpdatedAt: (run.dateEnded ?? session.dateUpdated).toISOString(),
  ttlMs: null,
  pollIntervalMs,
});

/** The result of a call whose run continues as a task. */
export const toCreatedTask = (found: Found): Result => ({ ...toTask(found, "working"), resultType: "task" });

async function toDetailedTask(exchange: Exchange, found: Found, ctx: ServerContext): Promise<Result> {
  const { run } = found;
  if (isActive(run.status)) return toTask(found, "working");
  if (run.status === "cancelled") return toTask(found, "cancelled", run.reason ?? undefined);
  if (run.status !== "waiting") {
    const result = { resultType: "complete", ...(await toResult(exchange, run)) };
    return { ...toTask(found, "completed"), result };
  }
  const requests = await findOpenRequests(exchange.db, run);
  if (supportsForms(ctx) && requests.length > 0 && requests.every(({ isAskable }) => isAskable))
    return { ...toTask(found, "input_required"), inputRequests: toInputRequests(requests) };
  return toTask(found, "working", toWaitingText(run, requests));
}

async function requireTask({ db, caller }: Exchange, taskId: string, ctx: ServerContext): Promise<Found> {
  if (!supportsTasks(ctx))
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
  const found = await findPublicationRun(db, caller, taskId);
  if (found) return found;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This task doesn't exist or is no longer available.");
}

const isOpen = ({ status }: RunRow): boolean => openStates.some((state) => state === status);

/** Serves the methods of the tasks extension. */
export function serveTasks(server: Server, exchange: Exchange, guard: <T>(work: () => Promise<T>) => Promise<T>): void {
  const { db, caller } = exchange;
  const params = { params: taskParams };
  server.setRequestHandler("tasks/get", params, ({ taskId }, ctx) =>
    guard(async () => toDetailedTask(exchange, await requireTask(exchange, taskId, ctx), ctx)),
  );
  server.setRequestHandler("tasks/update", params, ({ taskId }, ctx) =>
    guard(async () => {
      const { run } = await requireTask(exchange, taskId, ctx);
      const requests = run.status === "waiting" ? await findOpenRequests(db, run) : [];
      const problems = await answerRequests(exchange, run.sessionId, requests, ctx.mcpReq.inputResponses ?? {});
      const [problem] = problems.values();
      if (problem) throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem);
      return {};
    }),
  );
  server.setRequestHandler("tasks/cancel", params, ({ taskId }, ctx) =>
    guard(async () => {
      const { run } = await requireTask(exchange, taskId, ctx);
      // A later run of the session is another task.
      if (isOpen(run)) await cancelPublicationRun(db, caller, run.sessionId);
      return {};
    }),
  );
}
