import { planAmount } from "@/components/shared/details/plan-label";
import { connectorIds } from "@/lib/constants/connectors";
import { unlimited } from "@/lib/constants/plan-names";
import { type PlanDefinition, schedulePeriods } from "@/lib/constants/plans";
import { providerIds, providers } from "@/lib/constants/providers";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";

const online = providerIds.filter((id) => !providers[id].offline);

function providersIn({ llmProviders }: PlanDefinition["limits"]): string {
  const own = online.filter((id) => llmProviders.includes(id));
  return own.length === online.length
    ? "All model providers"
    : `Models from ${new Intl.ListFormat("en").format(own.map((id) => providers[id].title))}`;
}

function connectionsIn({ dataConnections, connectors }: PlanDefinition["limits"]): string {
  if (!dataConnections) return "No data connections";
  if (connectors.length === connectorIds.length) return "All data connections";
  return `Data connections: websites and ${connectors.length} connectors`;
}

function schedulesIn({ periods }: PlanDefinition["limits"]): string {
  const shortestPeriod = schedulePeriods.findLast((period) => periods.includes(period));
  return shortestPeriod ? `Schedules as often as every ${shortestPeriod}` : "No schedules";
}

/** Returns a plan's features, one line each, in the same order for every plan. */
export function planPoints({ limits }: PlanDefinition): string[] {
  return [
    limits.users >= unlimited && limits.teams >= unlimited
      ? "Unlimited members and teams"
      : `${planAmount(limits.users, "member")}, ${planAmount(limits.teams, "team").toLowerCase()}`,
    providersIn(limits),
    `${formatBytes(limits.maxVectorBytes)} of vector storage`,
    `Files up to ${formatBytes(limits.maxFileBytes)}`,
    limits.functionTools ? planAmount(limits.maxFunctionTools, "function tool") : "No function tools",
    connectionsIn(limits),
    schedulesIn(limits),
    limits.sessionDays === 0 ? "Sessions kept forever" : `Sessions kept for ${pluralize(limits.sessionDays, "day")}`,
  ];
}
