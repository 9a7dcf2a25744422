import type { Db } from "../../../platform/db/client";
import type { PublicationCaller } from "../service";
import type { AppTool } from "./tool";

/** One message of a client, which is all that the server knows of it. */
export interface Exchange {
  db: Db;
  caller: PublicationCaller;
  tool: AppTool;
  /** Bytes of the message. */
  bytes: number;
  /** Whether the client speaks the revision without sessions. */
  isModern: boolean;
  /** Whether notifications can precede the result. */
  streams: boolean;
  /** How long a call waits for its run. */
  maxWaitMs: number;
}
