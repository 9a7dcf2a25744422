import { StringDecoder } from "node:string_decoder";
import { z } from "zod";
import { sandboxLimits } from "../limits";
import type { Reply } from "./protocol";

const line = z
  .number()
  .int()
  .positive()
  .nullish()
  .transform((value) => value ?? undefined);
const text = z.string();

/** A reply as the other side may give it: it is hostile, so nothing is taken that is not named here. */
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

/** A result of the longest kind, each sign of it escaped twice. */
const mostLength = sandboxLimits.jsonLength * 4;
/** Of one call: replies beyond that are a flood. */
const mostReplies = sandboxLimits.logLines + 10;

/** Reads replies from bytes. Undefined stands for what is no reply, is too long, or one too many: an end of patience. */
export class ReplyLines {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";
  #replies = 0;

  /** A new call begins. */
  reset(): void {
    this.#replies = 0;
  }

  read(bytes: Buffer): (Reply | undefined)[] {
    const lines = (this.#rest + this.#decoder.write(bytes)).split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > mostLength) return [undefined];
    return lines.map((each) => this.#parse(each));
  }

  #parse(text: string): Reply | undefined {
    this.#replies += 1;
    if (this.#replies > mostReplies || text.length > mostLength) return undefined;
    try {
      return replySchema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }
}
