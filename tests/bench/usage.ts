import { readdirSync, readFileSync } from "node:fs";

/** A process and everything below it: the database's server is started by Muster and stays its child. */
export function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(Number(name))?.[1]);
    if (parent) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  const left = [root];
  for (let pid = left.pop(); pid !== undefined; pid = left.pop()) {
    found.push(pid);
    left.push(...(children.get(pid) ?? []));
  }
  return found;
}

/** The fields of /proc/<pid>/stat after the name, which may hold anything. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Megabytes of one process alone. */
export function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Megabytes, by PSS, of processes and all below them: what they share counts once. Linux only. */
export const memoryOf = (roots: number[]): number =>
  [...new Set(roots.flatMap(treeOf))].reduce((sum, pid) => sum + pssOf(pid), 0);

const ticksASecond = 100;

/** Seconds of CPU time that a process and all below it have used so far, those that have ended included. */
export function cpuOf(root: number): number {
  const used = treeOf(root).map((pid) => {
    const times = statOf(pid)?.slice(11, 15) ?? [];
    return times.reduce((sum, ticks) => sum + Number(ticks), 0);
  });
  return used.reduce((sum, ticks) => sum + ticks, 0) / ticksASecond;
}

/** Samples the memory, of processes and all below them unless told otherwise, until told to stop; answers the largest sample. */
export function watchMemory(roots: number[], look = () => memoryOf(roots)): () => number {
  let most = look();
  const timer = setInterval(() => {
    most = Math.max(most, look());
  }, 1_000);
  return () => {
    clearInterval(timer);
    return Math.max(most, look());
  };
}
