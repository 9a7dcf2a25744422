import type { Db } from "../../platform/db/client";
import { env } from "../../platform/env/env";
import { log } from "../../platform/log/log";
import { getProvided, provide } from "../../platform/process/registry";
import type { Destination } from "../../platform/telemetry/destination";
import { createOrgDestination, createServerDestination } from "./destinations";
import { loadOrgCollectors, type OrgCollector } from "./org-collectors";

/** How long a process may use settings that another one has changed. */
const refreshEveryMs = 15_000;
/** Destinations of organizations without runs are closed. */
const idleMs = 10 * 60_000;

interface Recipient {
  destination: Destination;
  includeContents: boolean;
}

export interface Recipients {
  /** Whether anyone may want spans. */
  areWanted(): boolean;
  /** Those of a run in this organization. */
  find(orgId: string | undefined): Recipient[];
  /** Loads the settings of the organizations. */
  refresh(): Promise<void>;
  /** Sends what is queued. */
  flush(): Promise<void>;
}

const name = "telemetry-recipients";
export const provideRecipients = (recipients: Recipients): void => provide(name, recipients);
/** Undefined in processes that do not execute runs or serve calls. */
export const currentRecipients = (): Recipients | undefined => getProvided<Recipients>(name);

interface OpenDestination {
  collector: OrgCollector;
  destination: Destination;
}

export function createRecipients(db: Db): Recipients {
  const server = createServerDestination();
  const includeContents = env().OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT;
  const open = new Map<string, OpenDestination>();
  let collectors = new Map<string, OrgCollector>();
  let refreshedAt = Number.NEGATIVE_INFINITY;

  const closeOne = (orgId: string): void => {
    const known = open.get(orgId);
    open.delete(orgId);
    known?.destination.close().catch(() => undefined);
  };
  const refresh = async (): Promise<void> => {
    refreshedAt = performance.now();
    collectors = await loadOrgCollectors(db);
    for (const [orgId, { collector, destination }] of open) {
      const isCurrent = collectors.get(orgId)?.version === collector.version;
      if (!isCurrent || performance.now() - destination.usedAt() > idleMs) closeOne(orgId);
    }
  };
  const refreshWhenOld = (): void => {
    if (performance.now() - refreshedAt < refreshEveryMs) return;
    refresh().catch((error: unknown) => log().warn({ err: error }, "telemetry settings could not be read"));
  };
  const openFor = (collector: OrgCollector): Destination => {
    const known = open.get(collector.orgId);
    if (known) return known.destination;
    const destination = createOrgDestination(db, collector);
    open.set(collector.orgId, { collector, destination });
    return destination;
  };
  return {
    areWanted() {
      refreshWhenOld();
      return server !== undefined || collectors.size > 0;
    },
    find(orgId = "") {
      const collector = collectors.get(orgId);
      const own = collector && { destination: openFor(collector), includeContents: collector.includeContents };
      return [...(server ? [{ destination: server, includeContents }] : []), ...(own ? [own] : [])];
    },
    refresh,
    async flush() {
      const all = [...open.values()].map(({ destination }) => destination);
      await Promise.allSettled([...all, ...(server ? [server] : [])].map((destination) => destination.flush()));
    },
  };
}
