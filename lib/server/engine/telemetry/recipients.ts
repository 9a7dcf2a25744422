import type { Db } from "../../platform/db/client";
import { env } from "../../platform/env/env";
import { runOutsideCall } from "../../platform/lifecycle/call-in-progress";
import { log } from "../../platform/log/log";
import { withoutLogContext } from "../../platform/log/log-context";
import { getProvided, provide } from "../../platform/process/registry";
import type { Destination } from "../../platform/telemetry/destination";
import { createOrgDestination, createServerDestination } from "./destinations";
import { createCollectorLoader, type OrgCollector } from "./org-collectors";

const defaultRefreshMs = 15_000;
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
  /** Sends what is queued. Settings are then read again only for the next run. */
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

/** `refreshMs`: how long settings may be used that another process has changed. */
export function createRecipients(db: Db, refreshMs = defaultRefreshMs): Recipients {
  const server = createServerDestination();
  const includeContents = env().OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT;
  const open = new Map<string, OpenDestination>();
  const loadCollectors = createCollectorLoader(db);
  let collectors: ReadonlyMap<string, OrgCollector> = new Map();
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const closeOne = (orgId: string): void => {
    const known = open.get(orgId);
    open.delete(orgId);
    known?.destination.close().catch(() => undefined);
  };
  const refresh = async (): Promise<void> => {
    refreshedAt = performance.now();
    collectors = await loadCollectors();
    for (const [orgId, { collector, destination }] of open) {
      const isCurrent = collectors.get(orgId)?.version === collector.version;
      if (!isCurrent || performance.now() - destination.usedAt() > idleMs) closeOne(orgId);
    }
  };
  const refreshInBackground = (): void => {
    refresh()
      .catch((error: unknown) => log().warn({ err: error }, "telemetry settings could not be read"))
      .finally(refreshLater);
  };
  /** An open destination sends what is queued and metrics, also when no run asks for the settings. */
  const refreshLater = (): void => {
    clearTimeout(timer);
    if (open.size === 0) return;
    runOutsideCall(() =>
      withoutLogContext(() => {
        timer = setTimeout(refreshInBackground, refreshMs).unref();
      }),
    );
  };
  const openFor = (collector: OrgCollector): Destination => {
    const known = open.get(collector.orgId);
    if (known) return known.destination;
    const destination = createOrgDestination(db, collector);
    open.set(collector.orgId, { collector, destination });
    refreshLater();
    return destination;
  };
  return {
    areWanted() {
      if (performance.now() - refreshedAt >= refreshMs) refreshInBackground();
      return server !== undefined || collectors.size > 0;
    },
    find(orgId = "") {
      const collector = collectors.get(orgId);
      const own = collector && { destination: openFor(collector), includeContents: collector.includeContents };
      return [...(server ? [{ destination: server, includeContents }] : []), ...(own ? [own] : [])];
    },
    refresh,
    async flush() {
      clearTimeout(timer);
      const all = [...open.values()].map(({ destination }) => destination);
      await Promise.allSettled([...all, ...(server ? [server] : [])].map((destination) => destination.flush()));
    },
  };
}
