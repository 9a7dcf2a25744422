import { z } from "zod";
import { trimMatching } from "@/lib/utils/text/trim-characters";
import { createOauthField } from "../oauth/field";
import { secretField, textField } from "../shared/fields";

const tenantWords = { title: "tenant", description: "The directory's ID or domain, such as contoso.com." };

const app = z
  .object({
    type: z.literal("app"),
    tenant: textField(tenantWords)
      .refine((text) => /^[a-zA-Z0-9.-]{1,100}$/.test(text), "Enter the tenant's ID or domain, such as contoso.com.")
      .meta(tenantWords),
    clientId: textField({ title: "client ID", description: "From an app registration in Microsoft Entra." }),
    clientSecret: secretField({ title: "client secret", description: "The secret's value, not its ID." }),
    user: textField({
      title: "user",
      description:
        "The user whose OneDrive is read, e.g. ada@contoso.com. The app needs the Files.Read.All permission.",
    }),
  })
  .meta({ title: "Your own app" });

const folderWords = {
  title: "folder",
  description: "A path such as Documents/Handbook. Leave empty to include all files.",
};

export const onedriveSettings = z.object({
  authentication: z.discriminatedUnion("type", [createOauthField("microsoft"), app]).meta({ title: "Authentication" }),
  folder: textField(folderWords)
    .transform((text) => trimMatching(text, /\//))
    .refine((text) => text !== "" && !text.split("/").includes(".."), "Enter a path such as Documents/Handbook.")
    .optional()
    .meta(folderWords),
  drive: textField({
    title: "drive",
    description: "The ID of another drive to read instead, such as a SharePoint library.",
  })
    .refine((text) => /^[\w!-]{3,200}$/.test(text), "This isn't a valid drive ID.")
    .optional(),
});

export type OnedriveSettings = z.output<typeof onedriveSettings>;
