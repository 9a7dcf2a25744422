import { toPlainText } from "@/lib/utils/markdown/plain-text";

const maxShown = 110;

/** Returns the end of the live text, from the start of a word. */
export function toLiveTail(text: string): string {
  const plain = toPlainText(text.slice(-2_000));
  return plain.length <= maxShown ? plain : `… ${plain.slice(-maxShown).replace(/^\S*\s/, "")}`;
}
