import { IsolatedPool } from "./isolated/isolated-pool";
import type { YamlJob, YamlReply } from "./parse-yaml";
import { singleton } from "./registry";

const limits = { timeMs: 15_000, heapMb: 384, running: 4, perTeam: 2, waiting: 50 };

const pool = () => singleton("yaml", () => new IsolatedPool<YamlJob, YamlReply>("lib/server/yaml-worker.ts", limits));

/**
 * Reads YAML in a process of its own: a long text takes seconds, and one that was made for it fills any memory. Throws an
 * `IsolationError`, or the signal's reason.
 */
export const readYaml = (teamId: string, job: YamlJob, signal: AbortSignal): Promise<YamlReply> =>
  pool().run(teamId, job, signal);
