import { nameItem } from "../flow/iterations.ts";
import type { Refer } from "../flow/step.ts";
import type { Draft } from "../shared/draft.ts";
import { htmlToText, replaceMarked } from "../shared/texts.ts";

/** What the user of a flow entered. */
export const questionNames = new Set(["question", "$question", "input"]);

/** A prompt of Flowise with variables in braces, and the outputs of other nodes by their names. */
export function toPrompt(draft: Draft, text: string, refer: Refer): string {
  return replaceMarked(htmlToText(text), ["{{", "}}"], (inside) => {
    const [first = "", second = "", third = ""] = inside.split(".");
    if (questionNames.has(inside)) return draft.message();
    if (first === "$form" || first === "$vars") return second ? `{${draft.variable(second)}}` : undefined;
    if (first === "$flow" && second === "state") return `the ${third} from the earlier tasks`;
    if (first === "$iteration") return nameItem(inside.split(".").slice(1).join("."));
    if (inside === "chat_history") return "the conversation so far";
    return refer(first);
  });
}
