import type { ModelSchema } from "../schema-reader";

export type Place = "path" | "query" | "header" | "cookie";

/** Where one argument of the model goes. */
export interface ArgumentPlace {
  /** As the model calls it. */
  argument: string;
  in: Place;
  /** As the service calls it. */
  name: string;
  required: boolean;
  style: "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "tabDelimited" | "deepObject";
  explode: boolean;
  /** The service wants this parameter as a text of JSON. */
  json: boolean;
}

export interface BodyPlace {
  argument: string;
  contentType: string;
  kind: "json" | "form" | "multipart" | "text";
  required: boolean;
}

export interface SecurityWish {
  name: string;
  type: "bearer" | "basic" | "apiKey" | "oauth2" | "other";
  in?: "header" | "query" | "cookie";
  key?: string;
}

/** One operation of a document, with all that a call needs. It is plain JSON. */
export interface HttpOperation {
  /** Unique in the document, 1 to 64 letters, digits, - and _. */
  id: string;
  method: string;
  path: string;
  summary: string;
  /** For the model: everything that the operation takes as one object. */
  parameters: ModelSchema;
  places: ArgumentPlace[];
  body: BodyPlace | null;
  /** Any one of them is enough; empty where none is needed. */
  security: SecurityWish[];
  deprecated: boolean;
  problems: string[];
  /** False: something that it cannot do without is not supported; `problems` says what. */
  callable: boolean;
}

/** What a person chooses operations by. */
export type OperationOutline = Pick<
  HttpOperation,
  "id" | "method" | "path" | "summary" | "deprecated" | "callable" | "problems"
>;

export interface OpenApiReading<Operation = HttpOperation> {
  title: string;
  version: string;
  description: string;
  /** Full addresses; empty where the document names none, and one has to be entered. */
  servers: string[];
  operations: Operation[];
  problems: string[];
}
