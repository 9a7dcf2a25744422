import { z } from "zod";
import { createOauthField } from "../oauth/field";
import { secretField } from "../shared/fields";

const key = z
  .object({
    type: z.literal("token"),
    token: secretField({
      title: "access token",
      description:
        "From a private app with read scopes for the data to sync. Create one in HubSpot under Settings → Integrations → Private Apps.",
    }),
  })
  .meta({ title: "Private app" });

export const hubspotSettings = z.object({
  authentication: z.discriminatedUnion("type", [key, createOauthField("hubspot")]).meta({ title: "Authentication" }),
});

export type HubspotSettings = z.output<typeof hubspotSettings>;
