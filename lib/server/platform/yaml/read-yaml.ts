import { IsolatedPool } from "../isolated/isolated-pool";
import { singleton } from "../process/registry";
import type { YamlJob, YamlReply } from "./parse-yaml";

const limits = { timeMs: 15_000, heapMb: 384, running: 4, perTeam: 2, waiting: 50 };

const pool = () =>
  singleton("yaml", () => new IsolatedPool<YamlJob, YamlReply>("lib/server/platform/yaml/yaml-worker.ts", limits));

/**
 * Parses YAML in a separate process: long texts take seconds, and hostile ones exhaust memory. Throws an `IsolationError`, or
 * the signal's reason.
 */
export const readYaml = (teamId: string, job: YamlJob, signal: AbortSignal): Promise<YamlReply> =>
  pool().run(teamId, job, signal);
