import { z } from "zod";
import { trimMatching } from "@/lib/utils/text/trim-characters";
import { createOauthField } from "../oauth/field";
import { secretField, textField } from "../shared/fields";

const tenantWords = { title: "tenant", description: "The directory's id or domain, such as contoso.com." };

const app = z
  .object({
    type: z.literal("app"),
    tenant: textField(tenantWords)
      .refine((text) => /^[a-zA-Z0-9.-]{1,100}$/.test(text), "The tenant is an id or a domain, such as contoso.com.")
      .meta(tenantWords),
    clientId: textField({ title: "client id", description: "Of an app registration in Microsoft Entra." }),
    clientSecret: secretField({ title: "client secret", description: "The secret's value, not its id." }),
    user: textField({
      title: "user",
      description:
        "The user whose OneDrive is read, e.g. ada@contoso.com. The app needs the Files.Read.All permission.",
    }),
  })
  .meta({ title: "App of your own" });

const folderWords = {
  title: "folder",
  description: "Its path, such as Documents/Handbook: only what is in it is read. Empty: all files.",
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
    description: "The id of another drive to read instead, such as a SharePoint library's.",
  })
    .refine((text) => /^[\w!-]{3,200}$/.test(text), "This is not the id of a drive.")
    .optional(),
});

export type OnedriveSettings = z.output<typeof onedriveSettings>;
