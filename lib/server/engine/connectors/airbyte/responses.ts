import { z } from "zod";
import { isRecord } from "@/lib/utils/json/is-object";

/** The parts of Airbyte's responses that Muster reads. */

/** Any number of names: they are not checked one by one. */
const fields = z.custom<Record<string, unknown>>(isRecord);

export const workspaces = z.object({ data: z.array(z.object({ workspaceId: z.string() })) });

export const definitions = z.object({
  sourceDefinitions: z.array(
    z.object({ sourceDefinitionId: z.string(), name: z.string(), icon: z.string().nullish() }),
  ),
});

export const specification = z.object({ connectionSpecification: fields.optional() });

const named = { name: z.string() };
export const source = z.object({ sourceId: z.string(), ...named });
export const sources = z.object({ data: z.array(source) });
export const destination = z.object({ destinationId: z.string(), ...named });
export const destinations = z.object({ data: z.array(destination) });
export const connection = z.object({ connectionId: z.string(), ...named });
export const connections = z.object({ data: z.array(connection) });

const reason = z.object({
  externalMessage: z.string().nullish(),
  failureType: z.string().nullish(),
  failureOrigin: z.string().nullish(),
  retryable: z.boolean().nullish(),
});
export type FailureReason = z.output<typeof reason>;

/** Of a check or a discovery, which Airbyte runs as a synchronous job. */
const jobInfo = z.object({ succeeded: z.boolean().default(true), failureReason: reason.nullish() });

export const check = z.object({ status: z.string().nullish(), message: z.string().nullish(), jobInfo });

const paths = z.array(z.array(z.string()));
const stream = z.object({
  name: z.string(),
  namespace: z.string().nullish(),
  jsonSchema: z.object({ properties: fields.optional() }).loose().nullish(),
  supportedSyncModes: z.array(z.string()).nullish(),
  sourceDefinedCursor: z.boolean().nullish(),
  defaultCursorField: z.array(z.string()).nullish(),
  sourceDefinedPrimaryKey: paths.nullish(),
});
export type AirbyteStream = z.output<typeof stream>;

export const discovery = z.object({
  catalog: z.object({ streams: z.array(z.object({ stream: stream.optional() })) }).nullish(),
  jobInfo,
});

export const job = z.object({
  jobId: z.number(),
  status: z.string(),
  startTime: z.string().nullish(),
  lastUpdatedAt: z.string().nullish(),
  rowsSynced: z.number().nullish(),
  connectionId: z.string().nullish(),
});
export type AirbyteJob = z.output<typeof job>;
export const jobs = z.object({ data: z.array(job) });

export const jobDetails = z.object({
  attempts: z.array(
    z.object({ attempt: z.object({ failureSummary: z.object({ failures: z.array(reason) }).nullish() }) }),
  ),
});
