import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import { singleton } from "../../platform/process/registry";
import type { Reference, Resource } from "./resource";

type Resources = Record<ResourceKind, Resource>;

const getHolder = () => singleton("resources", () => ({ all: {} as Resources }));

/** Registers all resources, because they cannot import each other's declarations. Called by `main`. */
export const registerResources = (all: Resources): void => {
  getHolder().all = all;
};

export function getResource(kind: ResourceKind): Resource {
  const resource = getHolder().all[kind];
  if (!resource) throw new Error(`The resource ${kind} is not registered.`);
  return resource;
}

export const listReferences = ({ references }: Pick<Resource, "references">): [column: string, Reference][] =>
  Object.entries(references) as [string, Reference][];

/** The resources that refer to a kind, in registry order, its own kind last. */
export function listReferrers(kind: ResourceKind): Resource[] {
  const all = Object.values(getHolder().all).filter((one) => listReferences(one).some(([, { to }]) => to === kind));
  return [...all.filter((one) => one.kind !== kind), ...all.filter((one) => one.kind === kind)];
}
