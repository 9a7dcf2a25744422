import type { AuditEntry } from "@/lib/contract/audit/schemas";
import { capitalize } from "@/lib/utils/text/capitalize";

const lastVerb = (kind: string): string =>
  /member$/.test(kind) ? "Removed" : /^(apikey|invite|sharelink)$/.test(kind) ? "Revoked" : "Deleted";

const trashVerbs: Record<string, string> = {
  "trash.restore": "Restored",
  "trash.remove": "Permanently deleted",
  "trash.empty": "Emptied",
};

/** Returns the kind of change, from what was stored before and after. */
export const changeVerb = ({ action, kind, before, after }: AuditEntry): string =>
  trashVerbs[action] ??
  (before && after ? "Updated" : before ? lastVerb(kind) : /member$/.test(kind) ? "Added" : "Created");

const sources = {
  command: "Admin command",
  invite: "Invitation",
  scim: "SCIM",
  session: "Signed-in user",
  sso: "Single sign-on",
};

export const describeSource = ({ via, keyName }: AuditEntry): string =>
  via === "key" ? `API key “${keyName}”` : sources[via];

/** Formats a field's value as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (typeof value === "object" && "changed" in value && "value" in value) return `${valueText(value.value)} (changed)`;
  return JSON.stringify(value, null, 2);
}

/** Replaces ids whose names are known. */
export const withNames = (text: string, names: Record<string, string>): string =>
  text.replace(/\b[a-z]{1,20}_[0-9a-z]{26}\b/g, (id) => names[id] ?? id);

/** Fields whose labels in forms differ from their names. */
const labels: Record<string, string> = {
  agentIds: "Agents",
  concurrency: "Max concurrent runs",
  contextTaskIds: "Context",
  datasourceId: "Data source",
  functionModelId: "Model for tool calls",
  iconId: "Icon",
  judgeModelId: "Judge model",
  liveToolIds: "Live tools",
  maxBytes: "Max request size",
  maxIterations: "Max steps",
  maxMessages: "Message limit",
  minAgreement: "Min judge agreement",
  modelId: "Model",
  origins: "Allowed websites",
  principalId: "Runs as",
  rate: "Max calls per minute",
  repeat: "Attempts per case",
  branches: "Branches",
  taskIds: "Tasks",
  toolIds: "Tools",
  variableIds: "Required inputs",
  vectorDbId: "Vector DB",
  ways: "Channels",
};

/** `allowDelegation` as "Allow delegation". */
export const fieldName = (name: string): string =>
  labels[name] ??
  capitalize(name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()).replace(/\b(api|id|ids|url)\b/gi, (word) =>
    word.toLowerCase() === "ids" ? "IDs" : word.toUpperCase(),
  );
