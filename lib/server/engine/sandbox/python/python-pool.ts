import { readFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { singleton } from "../../../platform/process/registry";
import { stripTypes } from "../javascript/strip-types";
import { CodeError } from "../shared/job";
import { walls } from "./launch";
import { PythonProcess } from "./python-process";

const gigabyte = 1024 ** 3;
const idleMs = 5 * 60_000;

/** Each holds 200 to 600 MB: one per two gigabytes of memory. */
export const maxProcesses = Math.max(1, Math.min(4, Math.floor(totalmem() / gigabyte / 2)));

interface Place {
  python: PythonProcess;
  /** Undefined until code of a team has run in it. */
  teamId: string | undefined;
  busy: boolean;
  usedAt: number;
}

/** A pool of Python processes. Each serves one team only. */
export class PythonPool {
  readonly #most: number;
  #places: Place[] = [];
  #code: Promise<string> | undefined;
  #sweep: NodeJS.Timeout | undefined;

  constructor(most = maxProcesses) {
    this.#most = most;
  }

  /** Takes a process for this team exclusively until it is released. Waits while all are in use. */
  async take(teamId: string, signal: AbortSignal): Promise<PythonProcess> {
    const state = walls();
    if (!state.available) throw new CodeError(state.reason);
    const code = await this.#source();
    signal.throwIfAborted();
    this.#drop((place) => !place.busy && place.python.usedUp(2));
    const place = this.#find(teamId) ?? this.#add(state.command, code);
    Object.assign(place, { teamId, busy: true });
    const stop = () => place.python.end();
    signal.addEventListener("abort", stop, { once: true });
    const ready = await place.python.wait();
    signal.removeEventListener("abort", stop);
    if (ready) {
      // Sequentially: two starting at the same time take twice as long.
      this.#addSpare(state.command, code, place.python.usedUp(1));
      return place.python;
    }
    this.give(place.python);
    signal.throwIfAborted();
    throw new CodeError("Python could not be started. Try it again.");
  }

  give(python: PythonProcess): void {
    const place = this.#places.find((each) => each.python === python);
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
  #find(teamId: string): Place | undefined {
    const free = this.#places.filter((place) => !place.busy && place.python.alive);
    const own = free.find((place) => place.teamId === teamId);
    const spare = free.find((place) => place.teamId === undefined);
    if (!own?.python.usedUp(1) || !spare?.python.started) return own ?? spare;
    this.#drop((place) => place === own);
    return spare;
  }

  /** Starts a process; if necessary, replaces the longest idle one. */
  #add(command: string[], code: string): Place {
    const resting = this.#places.filter((place) => !place.busy).sort((a, b) => a.usedAt - b.usedAt);
    if (this.#places.length >= this.#most) this.#drop((place) => place === resting[0]);
    const place = {
      python: new PythonProcess(command, code),
      teamId: undefined,
      busy: false,
      usedAt: performance.now(),
    };
    this.#places.push(place);
    return place;
  }

  /** Starts a spare process for the next team. If `pressing`, an idle one is ended to make room. */
  #addSpare(command: string[], code: string, pressing: boolean): void {
    if (this.#places.some((place) => place.teamId === undefined)) return;
    const room = this.#places.length < this.#most || (pressing && this.#places.some((place) => !place.busy));
    if (room) this.#add(command, code);
  }

  #endIdle(): void {
    const now = performance.now();
    this.#drop((place) => !place.busy && now - place.usedAt > idleMs);
    if (this.#places.length > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  #drop(goes: (place: Place) => boolean): void {
    for (const place of this.#places) if (goes(place)) place.python.end();
    this.#places = this.#places.filter((place) => !goes(place));
  }
}

export const pythonPool = (): PythonPool => singleton("sandbox-python", () => new PythonPool());
