/** A stream that ended without saying that it was finished. */
export class CutStreamError extends Error {
  constructor() {
    super("The provider's answer broke off before it was finished.");
    this.name = "CutStreamError";
  }
}

/** An answer of the right form with nothing in it. */
export class EmptyAnswerError extends Error {
  constructor() {
    super("The provider answered without any content. Try again, or check the model.");
    this.name = "EmptyAnswerError";
  }
}
