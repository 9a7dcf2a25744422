import type { SessionEvent } from "@/lib/contract/session-events/events";
import { singleton } from "../../platform/process/registry";

interface OpenStream {
  rooms: string[];
  sessionId: string;
  send: (event: SessionEvent) => void;
  end: () => void;
  /** Ends the stream if its reader has lost access. */
  check: () => void;
}

const streams = () => singleton("event-streams", () => new Set<OpenStream>());

/** Registers an event stream of this process under its rooms. Returns a function to unregister it. */
export function registerStream(stream: OpenStream): () => void {
  streams().add(stream);
  return () => streams().delete(stream);
}

export const countAllStreams = (): number => streams().size;

export const countStreams = (room: string): number => [...streams()].filter(({ rooms }) => rooms.includes(room)).length;

/** Sends an unlogged event to this room only. */
export function sendToStreams(room: string, event: SessionEvent): void {
  for (const { rooms, sessionId, send } of [...streams()])
    if (sessionId === event.sessionId && rooms.includes(room)) send(event);
}

export function endStreams(chosen: (rooms: string[]) => boolean = () => true): void {
  for (const { rooms, end } of [...streams()]) if (chosen(rooms)) end();
}

export function checkStreams(): void {
  for (const { check } of [...streams()]) check();
}
