import type { Draft } from "../shared/draft.ts";
import { clipText } from "../shared/texts.ts";
import { asList, asRecord, asText, type Json } from "../shared/values.ts";

const featureNotes: Record<string, string> = {
  file_upload: "People can attach files to chats in Muster.",
  speech_to_text: "Muster has no such setting.",
  text_to_speech: "Muster has no such setting.",
  sensitive_word_avoidance: "Muster has no such setting.",
  suggested_questions_after_answer: "Muster has no such setting.",
  retriever_resource: "Answers cite their sources when an agent searches.",
};

/** Switched-on features, other than the questions that a chat starts with. */
export function readFeatures(draft: Draft, features: Json): string[] {
  const starters = asList(features.suggested_questions).map(asText).filter(Boolean);
  for (const question of starters) draft.part(question, "conversation starter").taken();
  const opening = asText(features.opening_statement);
  if (opening)
    draft
      .part("Opening statement", "setting")
      .left("Chats have no opening statement. Enter a welcome text in a share link.");
  for (const [name, note] of Object.entries(featureNotes))
    if (asRecord(features[name]).enabled === true) draft.part(name, "setting").left(note);
  return starters.slice(0, 10).map((text) => clipText(text, 300));
}
