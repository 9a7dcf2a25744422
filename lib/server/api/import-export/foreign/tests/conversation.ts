import type { ForeignCase } from "../shared/foreign.ts";
import { asRecords, asText, isRecord } from "../shared/values.ts";

/** Earlier messages of a case. */
const maxHistory = 100;

/** The text of a message, also of one in several parts. */
const toContent = (content: unknown): string =>
  Array.isArray(content)
    ? asRecords(content)
        .map(({ text }) => asText(text))
        .filter(Boolean)
        .join("\n")
    : asText(content);

/** The last message of the user with those before it. Without one, the last message counts as the user's. */
export function toConversation(messages: unknown[]): Pick<ForeignCase, "input" | "history"> & { notes: string[] } {
  const all = messages
    .filter(isRecord)
    .map(({ role, content }) => ({ role: asText(role), text: toContent(content).trim() }));
  const last = all.findLastIndex(({ role }) => role === "user");
  const at = last < 0 ? all.length - 1 : last;
  const before = all.slice(0, Math.max(at, 0)).filter(({ text }) => text !== "");
  const history = before.flatMap(({ role, text }) => (role === "user" || role === "assistant" ? [{ role, text }] : []));
  const notes = [
    ...(before.length > history.length ? ["Its system message was left out: the app's own instructions apply."] : []),
    ...(at < all.length - 1 ? ["What follows the user's last message was left out."] : []),
    ...(history.length > maxHistory ? [`Only the last ${maxHistory} earlier messages were kept.`] : []),
  ];
  return { input: all[at]?.text ?? "", history: history.slice(-maxHistory) as ForeignCase["history"], notes };
}
