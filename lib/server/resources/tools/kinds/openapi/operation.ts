import type { ModelSchema } from "../shared/schema-reader";

export type ParameterLocation = "path" | "query" | "header" | "cookie";

/** Where a model's argument is sent. */
export interface ArgumentPlace {
  /** The name for the model. */
  argument: string;
  in: ParameterLocation;
  /** The name for the service. */
  name: string;
  required: boolean;
  style: "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "tabDelimited" | "deepObject";
  explode: boolean;
  /** The service expects JSON text. */
  json: boolean;
}

export interface BodyPlace {
  argument: string;
  contentType: string;
  kind: "json" | "form" | "multipart" | "text";
  required: boolean;
}

export interface SecurityRequirement {
  name: string;
  type: "bearer" | "basic" | "apiKey" | "oauth2" | "other";
  in?: "header" | "query" | "cookie";
  key?: string;
}

/** An operation with everything needed to call it, as plain JSON. */
export interface HttpOperation {
  /** Unique in the document, 1 to 64 letters, digits, - and _. */
  id: string;
  method: string;
  path: string;
  summary: string;
  /** For the model: all parameters as one object. */
  parameters: ModelSchema;
  places: ArgumentPlace[];
  body: BodyPlace | null;
  /** Alternatives; empty when none is required. */
  security: SecurityRequirement[];
  deprecated: boolean;
  problems: string[];
  /** False: a required feature is unsupported, see `problems`. */
  callable: boolean;
}

/** For selecting operations. */
export type OperationOutline = Pick<
  HttpOperation,
  "id" | "method" | "path" | "summary" | "deprecated" | "callable" | "problems"
>;

export interface OpenApiReading<Operation = HttpOperation> {
  title: string;
  version: string;
  description: string;
  /** Absolute URLs; empty when the document names none and one has to be entered. */
  servers: string[];
  operations: Operation[];
  problems: string[];
}
