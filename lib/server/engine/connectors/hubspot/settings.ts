import { z } from "zod";
import { createOauthField } from "../oauth/field";
import { secretField } from "../shared/fields";

const key = z
  .object({
    type: z.literal("token"),
    token: secretField({
      title: "access token",
      description: "Of a private app, with the read scopes of what is synced: Settings, Integrations, Private apps.",
    }),
  })
  .meta({ title: "Private app" });

export const hubspotSettings = z.object({
  authentication: z.discriminatedUnion("type", [key, createOauthField("hubspot")]).meta({ title: "Authentication" }),
});

export type HubspotSettings = z.output<typeof hubspotSettings>;
