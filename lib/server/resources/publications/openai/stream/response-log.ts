import type { LoggedBody, SessionEvent } from "@/lib/contract/session-events/events";
import type { InputRequest } from "@/lib/contract/session-events/requests";
import { isIdBefore } from "../../../../platform/ids/ids";
import { messageEvents } from "./items";
import { endOffset, type Numbered, rangeStart } from "./numbered";
import { addDelta, type OpenText, toOpenEvents } from "./open-text";
import { type OutputItem, type ResponseBase, type ResponseState, toResponseObject } from "./response-object";
import { toWaitingItems } from "./waiting-items";

const limited: Record<string, string> = { length: "max_output_tokens", "content-filter": "content_filter" };

/**
 * Makes a response of a session's events. What it makes of logged events, and the numbers of it, are a function of the log
 * alone: text that was streamed before it was logged has the numbers that it has when it is read from the log. An attempt that
 * was interrupted leaves an empty item, since its text is lost, and numbers beyond those that its text may have had.
 */
export class ResponseLog {
  readonly #base: ResponseBase;
  readonly #link: string;
  readonly #hasLiveText: boolean;
  #state: ResponseState = {
    status: "in_progress",
    output: [],
    usage: null,
    error: null,
    incomplete: null,
    completed: null,
  };
  /** Of the last logged event in the response, beginning with 1. */
  #position = 0;
  #text: OpenText | null = null;
  /** When the newest attempt began, if an earlier one was interrupted. */
  #resumedAt = 0;
  /** Positions before the steps of messages. */
  #steps = new Map<string, number>();
  #finishReason = "";
  #calls = new Map<string, LoggedBody<"tool_call">>();
  #requests: InputRequest[] = [];

  constructor(base: ResponseBase, { link, hasLiveText }: { link: string; hasLiveText: boolean }) {
    this.#base = base;
    this.#link = link;
    this.#hasLiveText = hasLiveText;
  }

  get isEnded(): boolean {
    return this.#state.status !== "in_progress";
  }

  get state(): ResponseState {
    return this.#state;
  }

  toObject() {
    return toResponseObject(this.#base, this.#state);
  }

  begin(): Numbered[] {
    return ["response.created", "response.in_progress"].map((type, number) => ({
      number,
      type,
      fields: { response: this.toObject() },
    }));
  }

  push(event: SessionEvent): Numbered[] {
    if (this.isEnded) return [];
    if (event.kind === "delta" || event.kind === "partial") return this.#addLive(event);
    const { first } = this.#base.part;
    if (event.seq === null || event.seq < first || event.kind === "discard") return [];
    const before = this.#position;
    this.#position = event.seq - first + 1;
    switch (event.kind) {
      case "step": {
        const { messageId, inputTokens, outputTokens, finishReason } = event.body;
        this.#steps.set(messageId, before);
        this.#finishReason = finishReason;
        const { input = 0, output = 0 } = this.#state.usage ?? {};
        this.#change({ usage: { input: input + (inputTokens ?? 0), output: output + (outputTokens ?? 0) } });
        return [];
      }
      case "message":
        return event.body.role === "assistant" && !event.body.inner ? this.#addMessage(event.body, before) : [];
      case "tool_call":
        if (event.body.client) this.#calls.set(event.body.callId, event.body);
        return [];
      case "tool_result":
        this.#calls.delete(event.body.callId);
        return [];
      case "input_request":
        this.#requests.push(event.body);
        return [];
      case "notice":
        if (event.body.code !== "resumed" || !this.#hasLiveText) return [];
        this.#resumedAt = Date.parse(event.at);
        return this.#loseText(before);
      case "status":
        return this.#addStatus(event.body, new Date(event.at));
      default:
        return [];
    }
  }

  #change(change: Partial<ResponseState>): void {
    this.#state = { ...this.#state, ...change };
  }

  #addItem(item: OutputItem): void {
    this.#change({ output: [...this.#state.output, item] });
  }

  #itemId = (position: number): string => `msg_${this.#base.part.id.slice("resp_".length)}_${position}`;

  #openText(position: number, messageId: string): Numbered[] {
    this.#text = { position, id: this.#itemId(position), index: this.#state.output.length, messageId, length: 0 };
    return toOpenEvents(this.#text);
  }

  #addLive({ kind, body }: Extract<SessionEvent, { kind: "delta" | "partial" }>): Numbered[] {
    const { messageId, text, taskId } = body;
    if (!this.#hasLiveText || taskId !== undefined || this.#position === 0) return [];
    // An attempt that has lost its run may write for a moment.
    if (isIdBefore(messageId, this.#resumedAt)) return [];
    if (this.#steps.has(messageId) || (this.#text && this.#text.messageId !== messageId)) return [];
    const opened = this.#text ? [] : this.#openText(this.#position, messageId);
    const open = this.#text as OpenText | null;
    const offset = kind === "delta" ? body.offset : 0;
    // What is missing before it follows from the log.
    if (!open || offset > open.length) return opened;
    return [...opened, ...addDelta(open, text, offset)];
  }

  #addMessage({ _id, text, completed }: LoggedBody<"message">, before: number): Numbered[] {
    const position = this.#steps.get(_id) ?? before;
    const opened = this.#text ? [] : this.#openText(position, _id);
    const open = this.#text as OpenText | null;
    const delta = open ? addDelta(open, text) : [];
    this.#text = null;
    const status = completed ? "completed" : "incomplete";
    const id = this.#itemId(open?.position ?? position);
    const closed = messageEvents(rangeStart(this.#position), this.#state.output.length, { id, text, status });
    this.#addItem(closed.item);
    return [...opened, ...delta, ...closed.done];
  }

  #loseText(position: number): Numbered[] {
    const opened = this.#text ? [] : this.#openText(position, "");
    const open = this.#text as OpenText | null;
    this.#text = null;
    const id = this.#itemId(open?.position ?? position);
    const item = { type: "message", id, status: "incomplete", role: "assistant", content: [] };
    const fields = { output_index: this.#state.output.length, item };
    this.#addItem(item);
    return [...opened, { number: rangeStart(this.#position), type: "response.output_item.done", fields }];
  }

  #addStatus({ runStatus, reason }: LoggedBody<"status">, completed: Date): Numbered[] {
    if (runStatus === "queued" || runStatus === "running") return [];
    const start = rangeStart(this.#position);
    const waits = { requests: this.#requests, calls: [...this.#calls.values()], reason, link: this.#link };
    const at = { number: start, index: this.#state.output.length, id: `${this.#itemId(this.#position)}_waiting` };
    const { events, items } = runStatus === "waiting" ? toWaitingItems(waits, at) : { events: [], items: [] };
    for (const item of items) this.#addItem(item);
    const incomplete = runStatus === "completed" ? (limited[this.#finishReason] ?? null) : null;
    this.#text = null;
    const ending = {
      waiting: "completed",
      completed: incomplete ? "incomplete" : "completed",
      cancelled: "cancelled",
      error: "failed",
    } as const;
    const status = ending[runStatus];
    const error = status === "failed" ? { code: "server_error", message: reason ?? "The run failed." } : null;
    this.#change({ status, error, completed, incomplete });
    const type = status === "cancelled" ? "response.incomplete" : `response.${status}`;
    return [...events, { number: start + endOffset, type, fields: { response: this.toObject() } }];
  }
}
