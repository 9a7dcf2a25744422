import { z } from "zod";
import { createOauthField } from "../oauth/field";
import { secretField, textField } from "../shared/fields";

const account = z
  .object({
    type: z.literal("service_account"),
    credentials: secretField(
      {
        title: "service account",
        description:
          "The full JSON key file. Share the folders with the account's email address, or allow it to act on behalf of a user.",
      },
      { lines: true },
    ),
    subject: textField({
      title: "user",
      description:
        "Email address of the user whose Drive is read. Requires domain-wide delegation in Google Workspace.",
    }).optional(),
  })
  .meta({ title: "Service account" });

/** Accepts an id, or a link that contains it. */
const idField = (words: { title: string; description: string }) =>
  textField(words)
    .transform((text) => /\/folders\/([\w-]{5,})/.exec(text)?.[1] ?? text)
    .refine((id) => /^[\w-]{5,200}$/.test(id), `Enter a link to the ${words.title}, or its ID.`)
    .optional()
    .meta(words);

export const driveSettings = z.object({
  authentication: z.discriminatedUnion("type", [createOauthField("google"), account]).meta({ title: "Authentication" }),
  folder: idField({
    title: "folder",
    description: "A link to a folder. Leave empty to include all files.",
  }),
  sharedDrive: idField({ title: "shared drive", description: "A link to a shared drive to read instead of My Drive." }),
});

export type DriveSettings = z.output<typeof driveSettings>;
