import type { SessionEvent } from "@/lib/contract/sessions";
import { singleton } from "../registry";

interface OpenStream {
  rooms: string[];
  sessionId: string;
  send: (event: SessionEvent) => void;
  end: () => void;
  /** Ends it if its reader has lost the right to it. */
  check: () => void;
}

const streams = () => singleton("event-streams", () => new Set<OpenStream>());

/** Event streams that are open on this process, under the rooms whose cut ends them. Answers the way to forget one. */
export function holdStream(stream: OpenStream): () => void {
  streams().add(stream);
  return () => streams().delete(stream);
}

export const streamsOf = (room: string): number => [...streams()].filter(({ rooms }) => rooms.includes(room)).length;

/** An event that is for this room alone: it is in no log. */
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
