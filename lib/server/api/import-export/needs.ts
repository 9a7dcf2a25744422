import { type ProviderId, providerIds, providers } from "@/lib/constants/providers";
import type { TransferFile } from "@/lib/contract/transfers/file";
import { Permission } from "@/lib/permissions/bits";
import type { Checker } from "@/lib/permissions/checker";
import type { Reader } from "../../platform/db/client";
import { invalidField } from "../../platform/errors/errors";
import { type ExistingResource, listExisting } from "./existing-resources";
import { keyOf } from "./file/file-parts";
import type { NeedKind } from "./file/references";

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
  options: { value: string; label: string }[];
  supply: ExistingResource | undefined;
  /** For a new variable. */
  description: string;
  secret: boolean;
}

type Wanted = { name: string; ref?: string | undefined } & Partial<ExistingResource>;

const lists = { model: "models", datasource: "datasources", variable: "variables", person: "people" } as const;

/** The most likely resource by name. */
function guess(kind: NeedKind, wanted: Wanted, have: readonly ExistingResource[]): ExistingResource | undefined {
  const named = have.filter(({ name }) => name === wanted.name);
  if (kind === "person") return named.length === 1 ? named[0] : undefined;
  if (kind !== "model") return named[0];
  const alike = have.filter(({ provider, model }) => provider === wanted.provider && model === wanted.model);
  return alike.find(({ name }) => name === wanted.name) ?? alike[0];
}

const titleOf = (provider: string | undefined): string =>
  providerIds.find((id) => id === provider) ? providers[provider as ProviderId].title : "";

const words: Record<NeedKind, (wanted: Wanted) => string> = {
  model: ({ provider, model }) => `${titleOf(provider)}, ${model}`,
  datasource: () => "",
  variable: ({ secret }) => (secret ? "secret" : ""),
  person: () => "answers questions",
};

const modelLabel = ({ name, model }: ExistingResource): string =>
  model && model !== name ? `${name} (${model})` : name;

/** Limit on listed options; others can be chosen by id. */
const maxOptions = 200;

function optionsOf(kind: NeedKind, wanted: Wanted, have: readonly ExistingResource[], chosen: string) {
  const offered = have.filter(({ id }, i) => i < maxOptions || id === chosen);
  const own = offered.map((one) => ({ value: one.id, label: kind === "model" ? modelLabel(one) : one.name }));
  if (kind === "person") return [{ value: none, label: "Anyone in the team" }, ...own];
  if (kind !== "variable") return own;
  const taken = have.some(({ name }) => name === wanted.name);
  const add = taken ? [] : [{ value: createdNow, label: `Add ${wanted.name}` }];
  return [...add, { value: none, label: "Leave it out" }, ...own];
}

interface Asked {
  db: Reader;
  teamId: string;
  permissions: Checker;
  mapping: Record<string, string>;
}

/** Maps each dependency of the file: as chosen, otherwise by name. Throws 400 for a foreign id. */
export async function planNeeds(
  file: TransferFile,
  { db, teamId, permissions, mapping }: Asked,
): Promise<PlannedNeed[]> {
  const planned: PlannedNeed[] = [];
  for (const [kind, list] of Object.entries(lists) as [NeedKind, (typeof lists)[NeedKind]][]) {
    const all = file[list].length > 0 ? await listExisting(db, teamId, kind) : [];
    for (const wanted of file[list] as Wanted[]) {
      const have = kind === "model" ? all.filter(({ modelType }) => modelType === wanted.modelType) : all;
      const key = keyOf(kind, wanted);
      const sent = Object.hasOwn(mapping, key) ? mapping[key] : undefined;
      const mayAdd = kind === "variable" && !have.some(({ name }) => name === wanted.name);
      const isOwn = sent === none || (mayAdd && sent === createdNow) || have.some(({ id }) => id === sent);
      if (sent !== undefined && !isOwn)
        throw invalidField("mapping", "Something that was chosen does not exist or was deleted. Choose again.");
      const preset = mayAdd && permissions.has(Permission.CREATE_VARIABLE) ? createdNow : none;
      const chosen = sent ?? guess(kind, wanted, have)?.id ?? preset;
      const options = optionsOf(kind, wanted, have, chosen);
      planned.push({
        key,
        kind,
        name: wanted.name,
        detail: words[kind](wanted),
        chosen,
        options,
        supply: have.find(({ id }) => id === chosen),
        description: wanted.description ?? "",
        secret: wanted.secret ?? false,
      });
    }
  }
  return planned;
}
