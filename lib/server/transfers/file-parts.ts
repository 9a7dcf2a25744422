import type { TransferFile } from "@/lib/contract/transfer-file";
import type { PartKind, Parts, RefKind } from "./places";

/** What others of the file call a part or a need by. */
export const localName = (one: { name: string; ref?: string | undefined }): string => one.ref ?? one.name;

/** What choices and previews call a part by. */
export const keyOf = (kind: RefKind | "app", one: { name: string; ref?: string | undefined }): string =>
  `${kind}:${localName(one)}`;

/** Every part of a file with its place. */
export function partsOf(file: TransferFile): { [K in PartKind]: { kind: K; at: string; part: Parts[K] } }[PartKind][] {
  return [
    ...file.tools.map((part, i) => ({ kind: "tool" as const, at: `tools[${i}]`, part })),
    ...file.agents.map((part, i) => ({ kind: "agent" as const, at: `agents[${i}]`, part })),
    ...file.tasks.map((part, i) => ({ kind: "task" as const, at: `tasks[${i}]`, part })),
    { kind: "app", at: "app", part: file.app },
  ];
}
