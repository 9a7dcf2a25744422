import { singleton } from "../registry";

interface OpenStream {
  rooms: string[];
  end: () => void;
}

const streams = () => singleton("event-streams", () => new Set<OpenStream>());

/** Event streams that are open on this process, under the rooms whose cut ends them. Answers the way to forget one. */
export function holdStream(rooms: string[], end: () => void): () => void {
  const stream = { rooms, end };
  streams().add(stream);
  return () => streams().delete(stream);
}

export const streamsOf = (room: string): number => [...streams()].filter(({ rooms }) => rooms.includes(room)).length;

export function endStreams(chosen: (rooms: string[]) => boolean = () => true): void {
  for (const { rooms, end } of [...streams()]) if (chosen(rooms)) end();
}
