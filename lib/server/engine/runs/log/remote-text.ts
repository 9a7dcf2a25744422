import { openDatabase } from "../../../platform/db/client";
import { notifyAll, processId, toProcessChannel } from "../../../platform/db/notify/notify";
import { log } from "../../../platform/log/log";
import type { RemoteText } from "./channels";
import { receiveRemoteText } from "./live-text";

/** Text of messages being generated, for the processes that have their sessions open. */
const textChannel = "muster_text";
export const ownTextChannel = (): string => toProcessChannel(textChannel, processId());

/** At most six bytes each as JSON, so that a piece fits in a payload of 8,000 bytes. */
const maxPieceLength = 1_200;
const maxPayloadLength = 7_600;

/** A text, and the processes that read it. */
interface Outgoing extends RemoteText {
  processes: readonly string[];
}

/** Sends text to the processes that have its sessions open, in one statement. A loss is noticed by the next text's offset. */
export async function sendRemoteText(texts: readonly Outgoing[]): Promise<void> {
  const byProcess = new Map<string, string[]>();
  for (const { processes, ...text } of texts)
    for (const piece of split(text))
      for (const process of processes) addPiece(byProcess, process, JSON.stringify(piece));
  const messages = [...byProcess].flatMap(([process, payloads]) =>
    payloads.map((payload): [string, string] => [toProcessChannel(textChannel, process), `[${payload}]`]),
  );
  if (messages.length === 0) return;
  const { db } = await openDatabase();
  await notifyAll(db, messages);
}

function* split({ text, offset, ...rest }: RemoteText): Generator<RemoteText> {
  for (let at = 0; at < text.length; at += maxPieceLength)
    yield { ...rest, offset: offset + at, text: text.slice(at, at + maxPieceLength) };
}

/** Joins pieces to payloads. */
function addPiece(byProcess: Map<string, string[]>, process: string, piece: string): void {
  const payloads = byProcess.get(process) ?? [];
  const last = payloads.at(-1);
  if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(piece) < maxPayloadLength)
    payloads[payloads.length - 1] = `${last},${piece}`;
  else payloads.push(piece);
  byProcess.set(process, payloads);
}

/** Handles a payload of another process. */
export function receiveText(payload: string): void {
  try {
    const pieces: RemoteText[] = JSON.parse(payload);
    for (const piece of pieces) receiveRemoteText(piece);
  } catch (error) {
    log().warn({ err: error }, "text from another process could not be read");
  }
}
