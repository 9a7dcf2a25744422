import { z } from "zod";
import { choiceField, hostField, listField, portField, secretField, textField } from "../shared/fields";

const tlsWords = {
  verify: "Encrypted, certificate verified",
  require: "Encrypted, certificate not verified",
  off: "Not encrypted",
};

export const postgresSettings = z
  .object({
    host: hostField({ title: "host", description: "Host name or IP address of the PostgreSQL server." }),
    port: portField({ title: "port" }, 5432),
    database: textField({ title: "database" }, 63),
    user: textField({ title: "username", description: "A read-only role is sufficient." }, 63),
    password: secretField({ title: "password" }).optional(),
    tls: choiceField({ title: "encryption", description: "TLS for the connection." }, tlsWords, "verify"),
    ca: z
      .string()
      .trim()
      .max(20_000, "The certificate is too long.")
      .regex(/^(-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----)?$/, "Paste the certificate in PEM format.")
      .optional()
      .meta({
        title: "certificate authority",
        description:
          "Required only if the server's certificate isn't signed by a public authority. Paste it in PEM format.",
        format: "textarea",
      }),
    schemas: listField(
      {
        title: "schemas",
        description:
          "Limits the tables and views to these schemas. Leave empty to include all schemas that the user can read.",
      },
      { max: 100, maxLength: 63 },
    ),
  })
  .meta({ title: "Postgres" });

export type PostgresSettings = z.infer<typeof postgresSettings>;
