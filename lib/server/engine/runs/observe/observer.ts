import type { LoggedEvent } from "@/lib/contract/session-events/events";
import type { sessions } from "../../../platform/db/tables/sessions";
import { log } from "../../../platform/log/log";
import { getProvided, provide } from "../../../platform/process/registry";
import type { RunRow } from "../lease/lease";
import type { Part } from "../log/part";

/** An agent that starts to work on a run, or on a part of it. */
export interface ObservedAgent {
  orgId: string;
  id: string;
  name: string;
  /** The type of the model's provider, and the provider's name of the model. */
  provider: string;
  model: string;
  /** Redacted from everything that leaves the server. */
  secrets: readonly string[];
  /** An earlier attempt may have done a part of the work. */
  resumed: boolean;
}

/** A call of a tool that starts. */
export interface ObservedCall {
  callId: string;
  name: string;
  input: unknown;
  type: ToolType;
  /** Another agent does it. */
  delegates: boolean;
  toolId?: string | undefined;
  revision?: number | undefined;
}

/** `datastore` searches data sources, `extension` calls another server, `function` runs code of the team or of Muster. */
export type ToolType = "function" | "extension" | "datastore";

type EndedSession = Pick<
  typeof sessions.$inferSelect,
  "id" | "orgId" | "appId" | "appName" | "appType" | "agentId" | "trigger"
>;

export interface RunEnd {
  session: EndedSession;
  status: "completed" | "cancelled" | "error";
  reason: string | null;
  errorType: string | undefined;
}

/** Receives what runs do, to measure them. Must be fast; errors are only logged. */
export interface RunObserver {
  onAgent(run: RunRow, part: Part | undefined, agent: ObservedAgent): void;
  onCall(run: RunRow, call: ObservedCall): void;
  /** After the commit, once for each event, whatever is repeated. */
  onEvents(run: RunRow, events: readonly LoggedEvent[], end?: RunEnd): void;
  /** This process no longer works on the run, which may not have ended. */
  onReleased(run: RunRow): void;
}

const name = "run-observer";

export const provideObserver = (observer: RunObserver | undefined): void => provide(name, observer);

/** Tells the observer, if there is one. Never throws. */
export function observe(tell: (observer: RunObserver) => void): void {
  const observer = getProvided<RunObserver>(name);
  if (!observer) return;
  try {
    tell(observer);
  } catch (error) {
    log().error({ err: error }, "observing a run failed");
  }
}
