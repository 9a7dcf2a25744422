/** A failure in Stripe's own words. */
export class StripeFault extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; code?: string; param?: string; decline_code?: string },
  ) {
    super(error.message);
  }
}

export const missing = (what: string, id: string, param = "id"): StripeFault =>
  new StripeFault(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    param,
    message: `No such ${what}: '${id}'`,
  });

export const wrong = (message: string, param?: string): StripeFault =>
  new StripeFault(400, { type: "invalid_request_error", message, ...(param && { param }) });

export const cardDeclined = (): StripeFault =>
  new StripeFault(402, {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
  });
