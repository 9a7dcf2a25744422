"use client";

import { useState } from "react";
import { usePlan } from "@/hooks/account/use-plan";
import { maxFilesAtOnce } from "@/lib/constants/datasources";
import { formatBytes } from "@/lib/utils/text/bytes";

export interface ChosenFile {
  file: File;
  /** Why it cannot be sent. */
  problem: string | undefined;
  /** What is likely to go wrong with it. */
  doubt: string | undefined;
}

const unread = /^(image|video|audio|font)\//;
const packed = /\.(zip|rar|7z|tar|gz|tgz)$/i;

function doubtOf({ name, type }: File): string | undefined {
  if (unread.test(type)) return "Muster reads text, tables and slides, not pictures or sound.";
  if (packed.test(name)) return "Unpack it first: archives are not read.";
  return undefined;
}

/** The chosen files. A file replaces one with the same name. */
export function useFiles() {
  const plan = usePlan();
  const most = plan?.limits.maxFileBytes;
  const [files, setFiles] = useState<File[]>([]);
  const add = (chosen: Iterable<File>): void => {
    const fresh = [...chosen];
    const names = new Set(fresh.map(({ name }) => name));
    setFiles((before) => [...before.filter(({ name }) => !names.has(name)), ...fresh]);
  };
  const problemOf = ({ size }: File, index: number): string | undefined => {
    if (size === 0) return "It is empty.";
    if (most !== undefined && size > most)
      return `It is too large: the ${plan?.title} plan takes files of up to ${formatBytes(most)}.`;
    if (index >= maxFilesAtOnce) return `At most ${maxFilesAtOnce} files go at once. Add it afterwards.`;
    return undefined;
  };
  const chosen: ChosenFile[] = files.map((file, i) => ({ file, problem: problemOf(file, i), doubt: doubtOf(file) }));
  return {
    chosen,
    /** Those that can be sent. */
    good: chosen.flatMap(({ file, problem }) => (problem === undefined ? [file] : [])),
    add,
    remove: (name: string) => setFiles((before) => before.filter((file) => file.name !== name)),
    clear: () => setFiles([]),
    most,
  };
}
export type Files = ReturnType<typeof useFiles>;
