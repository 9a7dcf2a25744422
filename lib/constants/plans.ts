import { type ConnectorId, connectorIds } from "./connectors";
import { Plan, type PlanName, planTitles, unlimited } from "./plan-names";
import { type ProviderId, providerIds, providers } from "./providers";

/** Longest first. */
export const schedulePeriods = ["year", "month", "week", "day", "hour", "minute"] as const;
export type SchedulePeriod = (typeof schedulePeriods)[number];

const kilobyte = 1_024;
export const megabyte = 1_024 * kilobyte;
export const gigabyte = 1_024 * megabyte;

export interface PlanLimits {
  users: number;
  orgs: number;
  teams: number;
  /** Bytes, per file. */
  maxFileBytes: number;
  /** Bytes, over the organization. */
  maxVectorBytes: number;
  /** Ignored when `functionTools` is false. */
  maxFunctionTools: number;
  functionTools: boolean;
  dataConnections: boolean;
  connectors: readonly ConnectorId[];
  llmProviders: readonly ProviderId[];
  embeddingProviders: readonly ProviderId[];
  /** Empty: scheduling is disabled. */
  periods: readonly SchedulePeriod[];
  /** Maximum retention of session events in days; 0: no limit. */
  sessionDays: number;
}

export interface PlanDefinition {
  plan: PlanName;
  title: string;
  /** US dollars per month; null: price on request. */
  price: number | null;
  isPopular: boolean;
  /** Whether additional storage or seats can be bought. */
  storageAddon: boolean;
  usersAddon: boolean;
  limits: PlanLimits;
}

const offline = providerIds.filter((id) => providers[id].offline);
const only = (...ids: ProviderId[]) => {
  const allowed = [...ids, ...offline];
  return { llmProviders: allowed, embeddingProviders: allowed };
};

export const plans: Record<PlanName, PlanDefinition> = {
  free: {
    plan: Plan.FREE,
    title: planTitles.free,
    price: 0,
    isPopular: false,
    storageAddon: false,
    usersAddon: false,
    limits: {
      users: 1,
      orgs: 1,
      teams: 1,
      maxFileBytes: 5 * megabyte,
      maxVectorBytes: 100 * megabyte,
      maxFunctionTools: 1,
      functionTools: false,
      dataConnections: false,
      connectors: [],
      ...only("open_ai"),
      periods: [],
      sessionDays: 90,
    },
  },
  pro: {
    plan: Plan.PRO,
    title: planTitles.pro,
    price: 99,
    isPopular: false,
    storageAddon: true,
    usersAddon: false,
    limits: {
      users: 1,
      orgs: 1,
      teams: 1,
      maxFileBytes: 25 * megabyte,
      maxVectorBytes: gigabyte,
      maxFunctionTools: 10,
      functionTools: false,
      dataConnections: true,
      connectors: ["onedrive", "postgres", "hubspot", "bigquery", "airtable", "notion"],
      ...only("open_ai", "anthropic"),
      periods: ["year", "month", "week", "day"],
      sessionDays: 365,
    },
  },
  teams: {
    plan: Plan.TEAMS,
    title: planTitles.teams,
    price: 199,
    isPopular: true,
    storageAddon: true,
    usersAddon: true,
    limits: {
      users: 10,
      orgs: 1,
      teams: 3,
      maxFileBytes: 50 * megabyte,
      maxVectorBytes: 10 * gigabyte,
      maxFunctionTools: 20,
      functionTools: true,
      dataConnections: true,
      connectors: connectorIds,
      llmProviders: providerIds,
      embeddingProviders: providerIds,
      periods: ["year", "month", "week", "day", "hour"],
      sessionDays: 0,
    },
  },
  enterprise: {
    plan: Plan.ENTERPRISE,
    title: planTitles.enterprise,
    price: null,
    isPopular: false,
    storageAddon: false,
    usersAddon: false,
    limits: {
      users: unlimited,
      orgs: unlimited,
      teams: unlimited,
      maxFileBytes: gigabyte,
      maxVectorBytes: 10 * gigabyte,
      maxFunctionTools: 10,
      functionTools: true,
      dataConnections: true,
      connectors: connectorIds,
      llmProviders: providerIds,
      embeddingProviders: providerIds,
      periods: schedulePeriods,
      sessionDays: 0,
    },
  },
};

export const storageLocation = "US";

/** Bytes of one unit of the storage add-on. */
export const storageAddonBytes = gigabyte;
/** Grace period of a renewal: Stripe retries a webhook for three days. */
export const renewalGraceMs = 3 * 24 * 60 * 60 * 1_000;
