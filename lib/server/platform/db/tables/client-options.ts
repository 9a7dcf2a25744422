/** A tool of the client, which makes its calls. */
export interface ClientTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** What the client of a publication adds to the current run of a session. */
export interface ClientOptions {
  /** Follow the agent's instructions. */
  instructions?: string | undefined;
  tools?: ClientTool[] | undefined;
  /** For the first step. */
  toolChoice?: { type: "required" } | { type: "tool"; toolName: string } | undefined;
  /** Of the answer: JSON, of this schema if any. */
  format?: { name?: string | undefined; schema?: Record<string, unknown> | undefined } | undefined;
  /** The client does not wait for the answer. */
  background?: boolean | undefined;
  /** Responses that can no longer be read through the API. */
  hidden?: string[] | undefined;
}
