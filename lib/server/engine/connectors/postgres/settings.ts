import { z } from "zod";
import { choiceField, hostField, listField, portField, secretField, textField } from "../shared/fields";

const tlsWords = {
  verify: "Encrypted, certificate checked",
  require: "Encrypted, certificate not checked",
  off: "Not encrypted",
};

export const postgresSettings = z
  .object({
    host: hostField({ title: "host", description: "Name or address of the PostgreSQL server." }),
    port: portField({ title: "port" }, 5432),
    database: textField({ title: "database" }, 63),
    user: textField({ title: "user", description: "A role that may read is enough." }, 63),
    password: secretField({ title: "password" }).optional(),
    tls: choiceField({ title: "connection", description: "How the connection is protected." }, tlsWords, "verify"),
    ca: z
      .string()
      .trim()
      .max(20_000, "The certificate is longer than any that Muster knows.")
      .regex(/^(-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----)?$/, "Paste the certificate in PEM form.")
      .optional()
      .meta({
        title: "certificate authority",
        description: "Only where the server's certificate is not signed by a public authority: its PEM text.",
        format: "textarea",
      }),
    schemas: listField(
      { title: "schemas", description: "Only tables and views of these; empty: all that the user may read." },
      { max: 100, maxLength: 63 },
    ),
  })
  .meta({ title: "Postgres" });

export type PostgresSettings = z.infer<typeof postgresSettings>;
