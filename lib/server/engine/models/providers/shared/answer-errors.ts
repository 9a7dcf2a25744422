import { pluralize } from "@/lib/utils/text/pluralize";
/** A stream ended without a finish event. */
export class IncompleteStreamError extends Error {
  constructor() {
    super("The provider's response ended before it was complete.");
    this.name = "CutStreamError";
  }
}

/** A well-formed response without content. */
export class EmptyResponseError extends Error {
  constructor() {
    super("The provider returned an empty response. Try again, or check the model.");
    this.name = "EmptyAnswerError";
  }
}

/** The provider's content filter ended the response. */
export class FilteredResponseError extends Error {
  constructor() {
    super("The provider's content filter blocked the response. Rephrase the request, or choose another model.");
    this.name = "FilteredAnswerError";
  }
}

/** The model wrote a malformed tool call. */
export class MalformedCallError extends Error {
  constructor() {
    super("The model sent an invalid tool call. Try again, or choose another model.");
    this.name = "BrokenCallError";
  }
}

/** Embeddings that cannot be matched to their texts. */
export class InvalidEmbeddingsError extends Error {
  constructor(requested: number, received: number) {
    super(InvalidEmbeddingsError.toMessage(requested, received));
    this.name = "OddEmbeddingError";
  }

  private static toMessage(requested: number, received: number): string {
    if (received === 0) return "The provider returned no embedding.";
    return received === requested
      ? "The provider returned embeddings that are empty or of different lengths. Check the model."
      : `The provider returned ${pluralize(received, "embedding")} for ${pluralize(requested, "text")}. Try again, or check the model.`;
  }
}

/** The response exceeds the size limits. The message is for the user. */
export class ResponseLimitError extends Error {
  constructor(message = "The response was too long and was cut off.") {
    super(message);
    this.name = "AnswerLimitError";
  }
}
