import { setTimeout as sleep } from "node:timers/promises";
import type { MusterProcess } from "../support/muster-process";
import { type Child, startChild } from "./child";
import { newConversations } from "./people";
import type { DirectCall, DirectReader } from "./processes/direct-reader";
import type { ModelStandin } from "./processes/model-standin";
import type { Conversation, MusterReader, ReaderFigures, ReaderJob, TalkJob } from "./processes/muster-reader";
import type { ProviderReader } from "./processes/provider-reader";
import { quantile } from "./stats";
import type { StreamFigures } from "./tokens";
import { cpuOf, watchMemory } from "./usage";

export interface StreamCase {
  streams: number;
  overMs: number;
  ttft: number;
  tokens: number;
  /** Tokens a second of each stream: 20 unless set. */
  tps?: number;
}

const joinedMs = 500;
export const modelOf = ({ ttft, tokens, tps = 20 }: Pick<StreamCase, "ttft" | "tokens" | "tps">): string =>
  `bench:ttft=${ttft},tps=${tps},tokens=${tokens}`;

/** What one way of reading a case's streams came to. */
export interface Summary {
  firstP50: number;
  firstP95: number;
  lagP50: number;
  lagP95: number;
  lost: number;
  repeated: number;
  errors: string[];
  /** Seconds of CPU time of what stands between model and reader. */
  cpu: number;
  /** Its megabytes at most while the streams ran. */
  memory: number;
}

export interface MusterSummary extends Summary {
  gaps: number;
  acceptedP95: number;
  /** Bytes of write-ahead log, if a way to count them was passed. */
  wal: number;
}

function summary(read: StreamFigures[], cpu: number, memory: number): Summary {
  const first = read.flatMap(({ firstMs }) => firstMs ?? []);
  const lags = read.flatMap((one) => one.lags);
  return {
    firstP50: quantile(first, 0.5),
    firstP95: quantile(first, 0.95),
    lagP50: quantile(lags, 0.5),
    lagP95: quantile(lags, 0.95),
    lost: read.reduce((sum, { lost }) => sum + lost, 0),
    repeated: read.reduce((sum, { repeated }) => sum + repeated, 0),
    errors: read.flatMap(({ error }) => error ?? []),
    cpu,
    memory,
  };
}

/** Lets a helper read; CPU time and memory are those of the given process, or of the helper. */
export async function timed<J, R extends StreamFigures>(
  child: Child<J, R[]>,
  job: J,
  pid = child.pid,
): Promise<Summary> {
  const memory = watchMemory([pid]);
  const before = cpuOf(pid);
  const read = await child.ask(job);
  return summary(read, cpuOf(pid) - before, memory());
}

/** The model's stand-in and all that its streams are read by: each in a process of its own. */
export class Readers {
  private constructor(
    readonly standin: Child<ModelStandin["job"], ModelStandin["result"]>,
    readonly baseUrl: string,
    private readonly direct: Child<DirectReader["job"], DirectReader["result"]>,
    private readonly bareNode: Child<ProviderReader["job"], ProviderReader["result"]>,
    private readonly reader: Child<ReaderJob, ReaderFigures[]>,
  ) {}

  static async start(): Promise<Readers> {
    const standin = startChild<ModelStandin>("model-standin.ts");
    const { url } = await standin.ask("address");
    const direct = startChild<DirectReader>("direct-reader.ts");
    const provider = startChild<ProviderReader>("provider-reader.ts");
    return new Readers(standin, `${url}/v1`, direct, provider, startChild<MusterReader>("muster-reader.ts"));
  }

  /** The stand-in called directly over HTTP. */
  model({ streams, overMs, ...rest }: StreamCase): Promise<Summary> {
    const url = `${this.baseUrl}/chat/completions`;
    const body = { model: modelOf(rest), stream: true, messages: [{ role: "user", content: "Count" }] };
    return timed(this.direct, { url, body, streams, overMs, tokens: rest.tokens });
  }

  /** The provider package in a bare Node process, as warm as the server is. */
  provider({ streams, overMs, ...rest }: StreamCase): Promise<Summary> {
    const job = { baseUrl: this.baseUrl, model: modelOf(rest), tokens: rest.tokens };
    return timed(this.bareNode, { ...job, streams, overMs });
  }

  /** The bare application's route, which calls the same package. */
  route(bare: MusterProcess, { streams, overMs, ...rest }: StreamCase): Promise<Summary> {
    const url = `${bare.url}/stream?model=${encodeURIComponent(modelOf(rest))}`;
    return timed(this.direct, { url, streams, overMs, tokens: rest.tokens }, bare.child.pid);
  }

  /** Apps published with the case's model, called as an OpenAI client does. */
  published(server: MusterProcess, calls: DirectCall[], { streams, overMs, tokens }: StreamCase): Promise<Summary> {
    const url = `${server.url}/v1/chat/completions`;
    return timed(this.direct, { url, calls, streams, overMs, tokens }, server.child.pid);
  }

  async muster(
    server: MusterProcess,
    { streams, overMs, ...rest }: StreamCase,
    countWal = async () => 0,
  ): Promise<MusterSummary> {
    const pid = server.child.pid ?? 0;
    const conversations = await newConversations(server.url, modelOf(rest), streams);
    const { talk } = await this.join(conversations, rest.tokens);
    const memory = watchMemory([pid]);
    const walBefore = await countWal();
    const before = cpuOf(pid);
    const read = await talk({ overMs });
    const cpu = cpuOf(pid) - before;
    return {
      ...summary(read, cpu, memory()),
      wal: (await countWal()) - walBefore,
      gaps: read.reduce((sum, { gaps, misnumbered }) => sum + gaps + misnumbered, 0),
      acceptedP95: quantile(
        read.map(({ acceptedMs }) => acceptedMs),
        0.95,
      ),
    };
  }

  /** Everybody joins; after a moment of rest they can talk, once. */
  async join(conversations: Conversation[], tokens: number) {
    await this.reader.ask({ join: conversations, tokens });
    await sleep(joinedMs);
    return { talk: (job: TalkJob): Promise<ReaderFigures[]> => this.reader.ask(job) };
  }

  async end(): Promise<void> {
    await Promise.all([this.standin.end(), this.direct.end(), this.bareNode.end(), this.reader.end()]);
  }
}
