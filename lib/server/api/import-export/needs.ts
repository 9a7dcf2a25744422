import { setImmediate } from "node:timers/promises";
import { type ProviderId, providerIds, providers } from "@/lib/constants/providers";
import type { TransferFile } from "@/lib/contract/transfers/file";
import type { PreviewNeed, ReportEntry } from "@/lib/contract/transfers/schemas";
import { Permission } from "@/lib/permissions/bits";
import type { Checker } from "@/lib/permissions/checker";
import type { Reader } from "../../platform/db/client";
import { invalidField } from "../../platform/errors/errors";
import { type Connection, listConnections } from "../../resources/providers/queries";
import { type ExistingResource, listExisting } from "./existing-resources";
import { toKey } from "./file/file-parts";
import type { NeedKind } from "./file/references";
import type { ForeignEntry } from "./foreign/shared/foreign";
import { isSameModel, rankModels } from "./nearest-models";

export const createdNow = "add";
export const none = "none";

/** A dependency of the file on the team's resources, with its mapping. */
export interface PlannedNeed {
  key: string;
  kind: NeedKind;
  name: string;
  detail: string;
  /** An id of the team's, `add`, or `none`. */
  chosen: string;
  options: NeedOption[];
  /** A connection of the team at which the named model can be added. */
  addModel: PreviewNeed["addModel"];
  supply: ExistingResource | undefined;
  /** For a new variable. */
  description: string;
  secret: boolean;
}

/** The need of all agents for which the file names no model. Unlike other models, it can be left open. */
export const unnamedModel = "model:";
const unnamed: WantedResource = { name: "for agents without one", ref: "", modelType: "llm" };

/** Whether a new variable needs a value. The app asks for the others when it starts. */
export const needsValue = ({ app }: TransferFile, { kind, name, chosen, secret }: PlannedNeed): boolean =>
  kind === "variable" && chosen === createdNow && (secret || !app.variables.includes(name));

type NeedOption = PreviewNeed["options"][number];
type WantedResource = { name: string; ref?: string | undefined } & Partial<ExistingResource>;

const lists = { model: "models", datasource: "datasources", variable: "variables", person: "people" } as const;

/** Returns the most likely resource by name. */
function findByName(
  kind: NeedKind,
  wanted: WantedResource,
  have: readonly ExistingResource[],
): ExistingResource | undefined {
  const named = have.filter(({ name }) => name === wanted.name);
  if (kind === "person") return named.length === 1 ? named[0] : undefined;
  if (kind !== "model") return named[0];
  const alike = have.filter((one) => isSameModel(wanted, one));
  const own = alike.filter(({ provider }) => provider === wanted.provider);
  return own.find(({ name }) => name === wanted.name) ?? own[0] ?? alike[0];
}

const getProviderTitle = (provider: string | undefined): string =>
  providerIds.find((id) => id === provider) ? providers[provider as ProviderId].title : "";

const detailWriters: Record<NeedKind, (wanted: WantedResource) => string> = {
  model: ({ provider, model }) => (model ? `${getProviderTitle(provider)}, ${model}` : ""),
  datasource: () => "",
  variable: ({ secret }) => (secret ? "secret" : ""),
  person: () => "responds to requests",
};

const toModelLabel = ({ name, model }: ExistingResource): string =>
  model && model !== name ? `${name} (${model})` : name;

/** Limit on listed options; others can be chosen by id. */
const maxOptions = 200;

const listModels = (wanted: WantedResource, have: readonly ExistingResource[], chosen: string): NeedOption[] =>
  rankModels(wanted, have)
    .filter(({ one }, i) => i < maxOptions || one.id === chosen)
    .map(({ one, closest }) => ({ value: one.id, label: toModelLabel(one), closest }));

function listOptions(
  kind: NeedKind,
  wanted: WantedResource,
  have: readonly ExistingResource[],
  chosen: string,
): NeedOption[] {
  if (kind === "model") {
    const models = listModels(wanted, have, chosen);
    return wanted === unnamed && models.length > 0 ? [{ value: none, label: "Choose later" }, ...models] : models;
  }
  const offered = have.filter(({ id }, i) => i < maxOptions || id === chosen);
  const own = offered.map((one) => ({ value: one.id, label: one.name }));
  if (kind === "person") return [{ value: none, label: "Anyone who can see the session" }, ...own];
  if (kind !== "variable") return own;
  const usedNames = have.some(({ name }) => name === wanted.name);
  const add = usedNames ? [] : [{ value: createdNow, label: `Create ${wanted.name}` }];
  return [...add, { value: none, label: "Skip" }, ...own];
}

/** Where to add a model that the team lacks; null if it has it, or no connection to its provider. */
function findConnection(
  wanted: WantedResource,
  have: readonly ExistingResource[],
  connections: readonly Connection[],
): PreviewNeed["addModel"] {
  const { model, modelType } = wanted;
  const found = connections.find(({ type }) => type === wanted.provider);
  if (!found || !model || have.some((one) => isSameModel(wanted, one))) return null;
  return {
    providerId: found.id,
    provider: found.name,
    model,
    modelType: modelType === "embedding" ? "embedding" : "llm",
  };
}

interface NeedsRequest {
  db: Reader;
  teamId: string;
  permissions: Checker;
  mapping: Record<string, string>;
  /** By the key of a model: the one that the team's agents of the same names use. */
  usedModels: ReadonlyMap<string, string>;
}

/**
 * Maps each dependency of the file: to the chosen resource, otherwise by name, otherwise to what an earlier import chose. Throws 400
 * for an id of another team.
 */
export async function planNeeds(
  file: TransferFile,
  { db, teamId, permissions, mapping, usedModels }: NeedsRequest,
): Promise<PlannedNeed[]> {
  const planned: PlannedNeed[] = [];
  const canAddModels = file.models.length > 0 && permissions.has(Permission.CREATE_MODEL);
  const connections = canAddModels ? await listConnections(db, teamId) : [];
  for (const [kind, list] of Object.entries(lists) as [NeedKind, (typeof lists)[NeedKind]][]) {
    const isBare = kind === "model" && file.agents.some(({ model }) => !model);
    const allWanted: WantedResource[] = isBare ? [...file[list], unnamed] : file[list];
    const all = allWanted.length > 0 ? await listExisting(db, teamId, kind) : [];
    for (const wanted of allWanted) {
      // Ranking 500 models for each of 200 dependencies takes 300 ms.
      await setImmediate();
      const have = kind === "model" ? all.filter(({ modelType }) => modelType === wanted.modelType) : all;
      const key = toKey(kind, wanted);
      const sent = Object.hasOwn(mapping, key) ? mapping[key] : undefined;
      const canAdd = kind === "variable" && !have.some(({ name }) => name === wanted.name);
      const isOwn = sent === none || (canAdd && sent === createdNow) || have.some(({ id }) => id === sent);
      if (sent !== undefined && !isOwn)
        throw invalidField("mapping", "A selected item doesn't exist or is no longer available. Choose again.");
      const preset = canAdd && permissions.has(Permission.CREATE_VARIABLE) ? createdNow : none;
      const used = have.find(({ id }) => id === usedModels.get(key));
      const chosen = sent ?? (findByName(kind, wanted, have) ?? used)?.id ?? preset;
      const options = listOptions(kind, wanted, have, chosen);
      planned.push({
        key,
        kind,
        name: wanted.name,
        detail: detailWriters[kind](wanted),
        chosen,
        options,
        addModel: kind === "model" ? findConnection(wanted, have, connections) : null,
        supply: have.find(({ id }) => id === chosen),
        description: wanted.description ?? "",
        secret: wanted.secret ?? false,
      });
    }
  }
  return planned;
}

/** The report with what is chosen: a model that is mapped to one of the team's is complete. */
export const reportNeeds = (report: readonly ForeignEntry[], needs: readonly PlannedNeed[]): ReportEntry[] =>
  report.map(({ need: key, ...entry }) => {
    const supply = needs.find((need) => need.key === key)?.supply;
    return supply ? { ...entry, outcome: "taken", note: `The team's model “${supply.name}”.` } : entry;
  });
