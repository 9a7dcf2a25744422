import { type ProviderId, providerIds, providers } from "@/lib/constants/providers";
import type { TransferFile } from "@/lib/contract/transfer-file";
import { Permission } from "@/lib/permissions/bits";
import type { Checker } from "@/lib/permissions/checker";
import { invalidField } from "../http/errors";
import { keyOf } from "./file-parts";
import type { NeedKind } from "./places";
import { type Reader, type Supply, supplies } from "./stock";

export const made = "add";
export const none = "none";

/** Something that the file names and that the team must have, with what it is here. */
export interface PlannedNeed {
  key: string;
  kind: NeedKind;
  name: string;
  detail: string;
  /** An id of the team's, `add`, or `none`. */
  chosen: string;
  options: { value: string; label: string }[];
  supply: Supply | undefined;
  /** Of a variable that is to be made. */
  description: string;
  secret: boolean;
}

type Wanted = { name: string; ref?: string | undefined } & Partial<Supply>;

const lists = { model: "models", datasource: "datasources", variable: "variables", person: "people" } as const;

/** The team's own that is meant, as far as names tell. */
function guess(kind: NeedKind, wanted: Wanted, have: readonly Supply[]): Supply | undefined {
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

const modelLabel = ({ name, model }: Supply): string => (model && model !== name ? `${name} (${model})` : name);

/** So many can be chosen from; another one is chosen by its id. */
const optionsMost = 200;

function optionsOf(kind: NeedKind, wanted: Wanted, have: readonly Supply[], chosen: string) {
  const offered = have.filter(({ id }, i) => i < optionsMost || id === chosen);
  const own = offered.map((one) => ({ value: one.id, label: kind === "model" ? modelLabel(one) : one.name }));
  if (kind === "person") return [{ value: none, label: "Anyone in the team" }, ...own];
  if (kind !== "variable") return own;
  const taken = have.some(({ name }) => name === wanted.name);
  const add = taken ? [] : [{ value: made, label: `Add ${wanted.name}` }];
  return [...add, { value: none, label: "Leave it out" }, ...own];
}

interface Asked {
  db: Reader;
  teamId: string;
  permissions: Checker;
  mapping: Record<string, string>;
}

/** What each thing that the file names is in the team: as chosen, else what goes by its name. Throws 400 for a foreign id. */
export async function planNeeds(
  file: TransferFile,
  { db, teamId, permissions, mapping }: Asked,
): Promise<PlannedNeed[]> {
  const planned: PlannedNeed[] = [];
  for (const [kind, list] of Object.entries(lists) as [NeedKind, (typeof lists)[NeedKind]][]) {
    const all = file[list].length > 0 ? await supplies(db, teamId, kind) : [];
    for (const wanted of file[list] as Wanted[]) {
      const have = kind === "model" ? all.filter(({ modelType }) => modelType === wanted.modelType) : all;
      const key = keyOf(kind, wanted);
      const sent = Object.hasOwn(mapping, key) ? mapping[key] : undefined;
      const mayAdd = kind === "variable" && !have.some(({ name }) => name === wanted.name);
      const isOwn = sent === none || (mayAdd && sent === made) || have.some(({ id }) => id === sent);
      if (sent !== undefined && !isOwn)
        throw invalidField("mapping", "Something that was chosen does not exist or was deleted. Choose again.");
      const preset = mayAdd && permissions.has(Permission.CREATE_VARIABLE) ? made : none;
      const chosen = sent ?? guess(kind, wanted, have)?.id ?? preset;
      const options = optionsOf(kind, wanted, have, chosen);
      planned.push({
        ...{ key, kind, name: wanted.name, detail: words[kind](wanted), chosen, options },
        supply: have.find(({ id }) => id === chosen),
        ...{ description: wanted.description ?? "", secret: wanted.secret ?? false },
      });
    }
  }
  return planned;
}
