import { StringDecoder } from "node:string_decoder";
import { z } from "zod";
import { sandboxLimits } from "../shared/limits";
import type { Reply } from "./protocol";

const line = z
  .number()
  .int()
  .positive()
  .nullish()
  .transform((value) => value ?? undefined);
const text = z.string();

/** Validates untrusted replies: nothing else is accepted. */
const replySchema: z.ZodType<Reply> = z.discriminatedUnion("is", [
  z.object({ is: z.literal("ready") }),
  z.object({ is: z.literal("log"), line: text }),
  z.object({ is: z.literal("ended"), text }),
  z.object({
    is: z.literal("failed"),
    kind: z.enum(["threw", "memory", "too_long", "no_main", "is_async", "no_json"]),
    message: text,
    line,
  }),
  z.object({ is: z.literal("checked"), issues: z.array(z.object({ message: text, line })).max(20) }),
]);

/** The longest result with every character escaped twice. */
const maxLength = sandboxLimits.jsonLength * 4;
/** Replies per call; more are a flood. */
const maxReplies = sandboxLimits.logLines + 10;

/** Parses replies. Yields undefined for an invalid, oversized or surplus reply, which ends the process. */
export class ReplyLines {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";
  #replies = 0;

  /** Starts a new call. */
  reset(): void {
    this.#replies = 0;
  }

  read(bytes: Buffer): (Reply | undefined)[] {
    const lines = (this.#rest + this.#decoder.write(bytes)).split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > maxLength) return [undefined];
    return lines.map((each) => this.#parse(each));
  }

  #parse(text: string): Reply | undefined {
    this.#replies += 1;
    if (this.#replies > maxReplies || text.length > maxLength) return undefined;
    try {
      return replySchema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }
}
