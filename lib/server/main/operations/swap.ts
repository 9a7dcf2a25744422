import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { restoreMark } from "../../platform/db/connection/restore-mark";
import { isErrno } from "../../platform/errors/errno";

const markSchema = z.object({
  pid: z.number().int(),
  /** Unfinished folders, deleted in any case. */
  drafts: z.array(z.string()),
  moves: z.array(z.object({ from: z.string(), to: z.string() })),
});
export type Move = z.infer<typeof markSchema>["moves"][number];

type Mark = z.infer<typeof markSchema>;

/** Claims the data folder for one restore: no server opens it meanwhile. An interrupted restore is undone first. */
export function claim(dataDir: string, drafts: string[]): void {
  mkdirSync(dataDir, { recursive: true });
  const before = readMark(dataDir);
  if (before && before.pid !== process.pid && isAlive(before.pid)) throw new Error(createBusyError(dataDir));
  if (before) undoInterrupted(dataDir);
  try {
    write(dataDir, "wx", { pid: process.pid, drafts, moves: [] });
  } catch (error) {
    if (isErrno(error, "EEXIST")) throw new Error(createBusyError(dataDir), { cause: error });
    throw error;
  }
}

const createBusyError = (dataDir: string): string => `Another restore into ${dataDir}, or a move from it, is running.`;

/** Undoes the renames of a killed restore. False when there was none. */
export function undoInterrupted(dataDir: string): boolean {
  const mark = readMark(dataDir);
  if (!mark) return false;
  undo(mark.moves);
  release(dataDir);
  return true;
}

/** Releases the folder, and deletes unfinished ones. */
export function release(dataDir: string): void {
  for (const draft of readMark(dataDir)?.drafts ?? []) removeDraft(draft);
  rmSync(restoreMark(dataDir), { force: true });
}

/** As root the database may be elsewhere, behind a link. */
function removeDraft(draft: string): void {
  const pointer = join(draft, "postgres");
  if (lstatSync(pointer, { throwIfNoEntry: false })?.isSymbolicLink())
    rmSync(dirname(readlinkSync(pointer)), { recursive: true, force: true });
  rmSync(draft, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Undefined without a restore in progress. One killed while it wrote its mark had not moved anything. */
function readMark(dataDir: string): Mark | undefined {
  const path = restoreMark(dataDir);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  return text.endsWith("}") ? markSchema.parse(JSON.parse(text)) : { pid: 0, drafts: [], moves: [] };
}

/** Performs all renames or none, and returns how to undo them. They are recorded first, for a crash in between. */
export function swap(dataDir: string, moves: Move[]): () => void {
  const possible = moves.filter(({ from }) => existsSync(from));
  write(dataDir, "w", { pid: process.pid, drafts: readMark(dataDir)?.drafts ?? [], moves: possible });
  try {
    for (const { from, to } of possible) {
      // Traversable for PostgreSQL's user.
      if (mkdirSync(dirname(to), { recursive: true })) chmodSync(dirname(to), 0o711);
      renameSync(from, to);
    }
  } catch (error) {
    undo(possible);
    throw error;
  }
  return () => undo(possible);
}

function undo(moves: Move[]): void {
  for (const { from, to } of moves.toReversed()) if (existsSync(to) && !existsSync(from)) renameSync(to, from);
}

function write(dataDir: string, flag: "w" | "wx", mark: Mark): void {
  const file = openSync(restoreMark(dataDir), flag, 0o600);
  try {
    writeSync(file, JSON.stringify(mark));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, "EPERM");
  }
}
