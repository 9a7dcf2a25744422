import { z } from "zod";

/** The alternative of a connector's `authentication` that a sign-in at the service fills in. */
export const oauthField = (title: string) =>
  z
    .object({
      type: z.literal("oauth"),
      refreshToken: z
        .string({ error: "Connect the account first." })
        .min(1, "Connect the account first.")
        .max(20_000, "This is no sign-in.")
        .meta({ title: "Connection", format: "password", "x-oauth": true }),
    })
    .meta({ title });
