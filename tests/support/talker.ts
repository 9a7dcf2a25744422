import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Message } from "@/lib/contract/sessions/message";
import type { Session } from "@/lib/contract/sessions/schemas";
import { callJson, type Person } from "../bench/people";

/** A message that was sent, and whether its sender was told that it is accepted. */
interface Said {
  text: string;
  acknowledged: boolean;
}

/** Somebody who talks in one session, whatever becomes of the server. */
export class Talker {
  readonly said: Said[] = [];
  /** Finished answers that were read, which nothing may change any more. */
  readonly read = new Map<string, string>();
  private stopped = false;

  constructor(
    private readonly person: Person,
    readonly sessionId: string,
  ) {}

  /** Sends message after message, each again with its key until the server has answered it, until told to stop. */
  async talk(pauseMs: () => number): Promise<void> {
    this.stopped = false;
    while (!this.stopped) {
      await this.sayNext();
      await sleep(pauseMs());
    }
  }

  stop(): void {
    this.stopped = true;
  }

  private async sayNext(): Promise<void> {
    const open = this.said.at(-1);
    const said = open && !open.acknowledged ? open : { text: `question ${randomUUID()}`, acknowledged: false };
    if (said !== open) this.said.push(said);
    const { url, slug, token } = this.person;
    const answer = await fetch(`${url}/${slug}/forms/session/${this.sessionId}/start`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "idempotency-key": said.text.replace(" ", "-"),
      },
      body: JSON.stringify({ message: said.text }),
    }).catch(() => undefined);
    if (answer?.status === 200) said.acknowledged = true;
    // While the last answer is being written, or killed with the server, or from a load balancer: tried again.
    else if (answer && ![409, 502, 503, 504].includes(answer.status))
      throw new Error(`start: ${answer.status} ${await answer.text()}`);
  }

  async view(): Promise<Session> {
    const { slug } = this.person;
    return (await callJson<{ session: Session }>(this.person, `/${slug}/session/${this.sessionId}.json`)).session;
  }

  private async messages(): Promise<Message[]> {
    const all: Message[] = [];
    let before = "";
    do {
      const path = `/${this.person.slug}/session/${this.sessionId}/messages.json?limit=100${before}`;
      const page = await callJson<{ messages: Message[]; next: string | null }>(this.person, path);
      all.unshift(...page.messages);
      before = page.next ? `&before=${page.next}` : "";
    } while (before);
    return all;
  }

  /** What is wrong with the conversation as it stands: nothing, when all is well. */
  async faults(): Promise<string[]> {
    const messages = await this.messages();
    const faults: string[] = [];
    for (const { text, acknowledged } of this.said) {
      const times = messages.filter((message) => message.role === "user" && message.text === text).length;
      if (times > 1 || (acknowledged && times === 0)) faults.push(`"${text}" stands there ${times} times`);
    }
    for (const [i, message] of messages.entries())
      if (message.role === "assistant" && messages[i - 1]?.role !== "user") faults.push(`${message._id} answers twice`);
    for (const [id, text] of this.read)
      if (messages.filter(({ _id }) => _id === id)[0]?.text !== text) faults.push(`${id} was lost or changed`);
    for (const { _id, role, completed, text } of messages)
      if (role === "assistant" && completed) this.read.set(_id, text);
    const { events } = await this.log();
    const seqs = events.map(({ seq }) => seq);
    if (seqs.some((seq, i) => i > 0 && seq !== (seqs[i - 1] ?? 0) + 1))
      faults.push(`the log's numbers: ${seqs.join(" ")}`);
    return faults.map((fault) => `${this.sessionId}: ${fault}`);
  }

  private log() {
    const path = `/${this.person.slug}/session/${this.sessionId}/log.json?limit=500`;
    return callJson<{ events: { seq: number }[] }>(this.person, path);
  }
}
