import { pluralize } from "@/lib/utils/text/pluralize";
/** A stream ended without a finish event. */
export class CutStreamError extends Error {
  constructor() {
    super("The provider's answer broke off before it was finished.");
    this.name = "CutStreamError";
  }
}

/** A well-formed response without content. */
export class EmptyAnswerError extends Error {
  constructor() {
    super("The provider answered without any content. Try again, or check the model.");
    this.name = "EmptyAnswerError";
  }
}

/** The provider's content filter ended the response. */
export class FilteredAnswerError extends Error {
  constructor() {
    super("The provider's content filter stopped the answer. Ask in another way, or choose another model.");
    this.name = "FilteredAnswerError";
  }
}

/** The model wrote a malformed tool call. */
export class BrokenCallError extends Error {
  constructor() {
    super("The model asked for a tool in a form that cannot be read. Try again, or choose another model.");
    this.name = "BrokenCallError";
  }
}

/** Embeddings that cannot be matched to their texts. */
export class OddEmbeddingError extends Error {
  constructor(asked: number, came: number) {
    super(OddEmbeddingError.says(asked, came));
    this.name = "OddEmbeddingError";
  }

  private static says(asked: number, came: number): string {
    if (came === 0) return "The provider answered without an embedding.";
    return came === asked
      ? "The provider answered with embeddings that are empty or of different lengths. Check the model."
      : `The provider answered with ${pluralize(came, "embedding")} for ${pluralize(asked, "text")}. Try again, or check the model.`;
  }
}

/** The response exceeds the size limits. The message is for the user. */
export class AnswerLimitError extends Error {
  constructor(message = "The answer grew too long and was cut off.") {
    super(message);
    this.name = "AnswerLimitError";
  }
}
