import { startChild } from "./child";
import type { FlowiseReader } from "./processes/flowise-reader";
import { modelOf, type StreamCase, type Summary, timed } from "./stream-case";

/** A Flowise that is installed elsewhere, to be measured in the same rounds. */
export interface FlowiseSettings {
  url: string;
  cookie: string;
  chatflow: string;
  /** Its process, if it runs on this machine: without it, its CPU time and memory are not measured. */
  pid?: number;
}

const needed = ["FLOWISE_URL", "FLOWISE_COOKIE", "FLOWISE_CHATFLOW"] as const;

/** Returns undefined if nothing is set; throws a sentence if only a part is. */
export function readFlowise(env: NodeJS.ProcessEnv): FlowiseSettings | undefined {
  const missing = needed.filter((name) => !env[name]);
  const [url, cookie, chatflow, pid] = [...needed, "FLOWISE_PID"].map((name) => env[name]);
  if (missing.length === needed.length && !pid) return undefined;
  if (!url || !cookie || !chatflow)
    throw new Error(`To measure Flowise as well, set ${missing.join(" and ")} too; to leave it out, set none.`);
  if (!URL.canParse(url)) throw new Error(`FLOWISE_URL is no address: ${url}`);
  if (pid && !/^\d+$/.test(pid)) throw new Error(`FLOWISE_PID is no number: ${pid}`);
  return { url: url.replace(/\/+$/, ""), cookie, chatflow, ...(pid ? { pid: Number(pid) } : {}) };
}

export interface Flowise {
  /** Whether CPU time and memory are measured too. */
  local: boolean;
  read(what: StreamCase): Promise<Summary>;
  end(): Promise<void>;
}

/** The chatflow must allow the model's name and base path to be overridden: each case has its own. */
export function startFlowise({ url, cookie, chatflow, pid }: FlowiseSettings, baseUrl: string): Flowise {
  const child = startChild<FlowiseReader>("flowise-reader.ts");
  return {
    local: pid !== undefined,
    read: (what) => {
      const override = { modelName: modelOf(what), basepath: baseUrl };
      const { streams, overMs, tokens } = what;
      const address = `${url}/api/v1/prediction/${encodeURIComponent(chatflow)}`;
      return timed(child, { url: address, cookie, override, streams, overMs, tokens }, pid);
    },
    end: () => child.end(),
  };
}
