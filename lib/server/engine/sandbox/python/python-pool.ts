import { readFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { singleton } from "../../../platform/process/registry";
import { stripTypes } from "../javascript/strip-types";
import { CodeError } from "../shared/job";
import { getConfinement } from "./launch";
import { PythonProcess } from "./python-process";

const gigabyte = 1024 ** 3;
const idleMs = 5 * 60_000;

/** Each holds 200 to 600 MB: one per two gigabytes of memory. */
export const maxProcesses = Math.max(1, Math.min(4, Math.floor(totalmem() / gigabyte / 2)));

interface PoolEntry {
  python: PythonProcess;
  /** Undefined until code of a team has run in it. */
  teamId: string | undefined;
  busy: boolean;
  usedAt: number;
}

/** A pool of Python processes. Each serves one team only. */
export class PythonPool {
  readonly #most: number;
  #entries: PoolEntry[] = [];
  #code: Promise<string> | undefined;
  #sweep: NodeJS.Timeout | undefined;

  constructor(most = maxProcesses) {
    this.#most = most;
  }

  /** Takes a process for this team exclusively until it is released. Waits while all are in use. */
  async acquire(teamId: string, signal: AbortSignal): Promise<PythonProcess> {
    const state = getConfinement();
    if (!state.available) throw new CodeError(state.reason);
    const code = await this.#source();
    signal.throwIfAborted();
    this.#drop((place) => !place.busy && place.python.isUsedUp(2));
    const place = this.#find(teamId) ?? this.#add(state.command, code);
    Object.assign(place, { teamId, busy: true });
    const stop = () => place.python.end();
    signal.addEventListener("abort", stop, { once: true });
    const ready = await place.python.wait();
    signal.removeEventListener("abort", stop);
    if (ready) {
      // Sequentially: two starting at the same time take twice as long.
      this.#addSpare(state.command, code, place.python.isUsedUp(1));
      return place.python;
    }
    this.release(place.python);
    signal.throwIfAborted();
    throw new CodeError("Python couldn't be started. Try again.");
  }

  release(python: PythonProcess): void {
    const place = this.#entries.find((each) => each.python === python);
    if (place) Object.assign(place, { busy: false, usedAt: performance.now() });
    this.#drop((each) => each.python === python && !each.python.alive);
    this.#sweep ??= setInterval(() => this.#endIdle(), 30_000).unref();
  }

  close(): void {
    clearInterval(this.#sweep);
    this.#sweep = undefined;
    this.#drop(() => true);
  }

  async #source(): Promise<string> {
    this.#code ??= readFile(
      join(/* turbopackIgnore: true */ process.cwd(), "lib/server/engine/sandbox/python/child.ts"),
      "utf8",
    ).then((source) => stripTypes(source));
    return this.#code.catch((error: unknown) => {
      this.#code = undefined;
      throw error;
    });
  }

  /** The team's own, otherwise an unused one. A used-up one continues until its replacement is ready. */
  #find(teamId: string): PoolEntry | undefined {
    const free = this.#entries.filter((place) => !place.busy && place.python.alive);
    const own = free.find((place) => place.teamId === teamId);
    const spare = free.find((place) => place.teamId === undefined);
    if (!own?.python.isUsedUp(1) || !spare?.python.started) return own ?? spare;
    this.#drop((place) => place === own);
    return spare;
  }

  /** Starts a process; if necessary, replaces the longest idle one. */
  #add(command: string[], code: string): PoolEntry {
    const resting = this.#entries.filter((place) => !place.busy).sort((a, b) => a.usedAt - b.usedAt);
    if (this.#entries.length >= this.#most) this.#drop((place) => place === resting[0]);
    const place = {
      python: new PythonProcess(command, code),
      teamId: undefined,
      busy: false,
      usedAt: performance.now(),
    };
    this.#entries.push(place);
    return place;
  }

  /** Starts a spare process for the next team. If `pressing`, an idle one is ended to make room. */
  #addSpare(command: string[], code: string, pressing: boolean): void {
    if (this.#entries.some((place) => place.teamId === undefined)) return;
    const room = this.#entries.length < this.#most || (pressing && this.#entries.some((place) => !place.busy));
    if (room) this.#add(command, code);
  }

  #endIdle(): void {
    const now = performance.now();
    this.#drop((place) => !place.busy && now - place.usedAt > idleMs);
    if (this.#entries.length > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  #drop(goes: (place: PoolEntry) => boolean): void {
    for (const place of this.#entries) if (goes(place)) place.python.end();
    this.#entries = this.#entries.filter((place) => !goes(place));
  }
}

export const getPythonPool = (): PythonPool => singleton("sandbox-python", () => new PythonPool());
