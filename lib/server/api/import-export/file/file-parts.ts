import type { TransferFile } from "@/lib/contract/transfers/file";
import type { PartKind, Parts, RefKind } from "./references";

/** The name by which other parts refer to a part or dependency. */
export const getLocalName = (one: { name: string; ref?: string | undefined }): string => one.ref ?? one.name;

/** The key of a part in choices and previews. */
export const toKey = (kind: RefKind | "app", one: { name: string; ref?: string | undefined }): string =>
  `${kind}:${getLocalName(one)}`;

/** Every part of a file with its path. */
export function listParts(
  file: TransferFile,
): { [K in PartKind]: { kind: K; at: string; part: Parts[K] } }[PartKind][] {
  return [
    ...file.tools.map((part, i) => ({ kind: "tool" as const, at: `tools[${i}]`, part })),
    ...file.agents.map((part, i) => ({ kind: "agent" as const, at: `agents[${i}]`, part })),
    ...file.tasks.map((part, i) => ({ kind: "task" as const, at: `tasks[${i}]`, part })),
    { kind: "app", at: "app", part: file.app },
  ];
}
