/** Attributes of a span or measurement; undefined ones are omitted. */
export type Attributes = Record<string, string | number | boolean | string[] | undefined>;

/** A finished span. Its ids are chosen by the caller, so that spans can be sent by different processes. */
export interface SpanRecord {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  kind: "client" | "internal";
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  error?: { type: string; message?: string | undefined } | undefined;
}

export interface Histogram {
  name: string;
  description: string;
  unit: string;
  /** Upper bounds of the buckets. */
  buckets: number[];
}

export interface Measurement {
  histogram: Histogram;
  value: number;
  attributes: Attributes;
}
