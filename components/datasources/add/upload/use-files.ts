"use client";

import { useState } from "react";
import { usePlan } from "@/hooks/account/use-plan";
import { maxFilesAtOnce } from "@/lib/constants/datasources";
import { formatBytes } from "@/lib/utils/text/bytes";
import { explainUnreadable } from "@/lib/utils/text/unreadable-file";

export interface ChosenFile {
  file: File;
  /** Why it cannot be uploaded. */
  problem: string | undefined;
}

/** The chosen files. A file replaces one with the same name. */
export function useFiles() {
  const plan = usePlan();
  const maxFileBytes = plan?.limits.maxFileBytes;
  const [files, setFiles] = useState<File[]>([]);
  const add = (chosen: Iterable<File>): void => {
    const added = [...chosen];
    const names = new Set(added.map(({ name }) => name));
    setFiles((before) => [...before.filter(({ name }) => !names.has(name)), ...added]);
  };
  const findProblem = ({ name, size }: File, index: number): string | undefined => {
    if (size === 0) return "The file is empty.";
    if (maxFileBytes !== undefined && size > maxFileBytes)
      return `The file is too large: the ${plan?.title} plan allows files up to ${formatBytes(maxFileBytes)}.`;
    if (index >= maxFilesAtOnce) return `You can upload up to ${maxFilesAtOnce} files at a time. Add this one later.`;
    return explainUnreadable(name);
  };
  const chosen: ChosenFile[] = files.map((file, i) => ({ file, problem: findProblem(file, i) }));
  return {
    chosen,
    /** The files that can be uploaded. */
    sendable: chosen.flatMap(({ file, problem }) => (problem === undefined ? [file] : [])),
    add,
    remove: (name: string) => setFiles((before) => before.filter((file) => file.name !== name)),
    clear: () => setFiles([]),
    maxFileBytes,
  };
}
export type Files = ReturnType<typeof useFiles>;
