import { toOutboundError } from "../../../platform/outbound/outbound-error";
import { ConnectorError, type ConnectorFailure } from "../shared/errors";
import { tidyMessage, toConnectorError } from "../shared/failure";

const getCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** By SQLSTATE: the kind and the message. After a final `:` the server's message follows. */
const errorsByState: Record<string, readonly [kind: ConnectorFailure, says: string]> = {
  "28P01": ["credentials", "PostgreSQL refused the user or the password. Check both."],
  "28000": ["credentials", "PostgreSQL does not let this user in from here:"],
  "3D000": ["settings", "PostgreSQL has no such database. Check its name:"],
  "42501": ["permission", "The user may not read this. Grant it SELECT:"],
  "42P01": ["vanished", "A table is no longer there. Look for streams again:"],
  "42703": ["vanished", "A column is no longer there. Look for streams again:"],
  "3F000": ["vanished", "A schema is no longer there. Look for streams again:"],
  "42804": ["vanished", "A column has another type than before. Look for streams again:"],
  "57014": ["timeout", "PostgreSQL needed too long for a query and it was ended. An index on the cursor helps."],
  "53300": ["unavailable", "PostgreSQL has no connection left:"],
  "57P01": ["unavailable", "PostgreSQL ended the connection:"],
  "57P02": ["unavailable", "PostgreSQL ended the connection:"],
  "57P03": ["unavailable", "PostgreSQL is starting or stopping:"],
  "25P03": ["unavailable", "PostgreSQL ended a connection that was idle too long:"],
  "55P03": ["unavailable", "A table is locked by another session:"],
  "22P02": ["vanished", "A column has another type than before. Read this stream from the beginning:"],
};

const errorsByClass: Record<string, readonly [kind: ConnectorFailure, says: string]> = {
  "08": ["network", "The connection to PostgreSQL was lost:"],
  "28": ["credentials", "PostgreSQL refused the user:"],
  "40": ["unavailable", "PostgreSQL broke the read off because of other work:"],
  "53": ["unavailable", "PostgreSQL is out of resources:"],
  "58": ["unavailable", "PostgreSQL has a problem of its own:"],
  XX: ["unavailable", "PostgreSQL has a problem of its own:"],
};

/** Errors of pg itself, which have no code. */
const clientErrors: [RegExp, ConnectorFailure, string][] = [
  [
    /does not support SSL/,
    "settings",
    "The server does not offer encrypted connections. Choose “Not encrypted” only where the network in between is safe.",
  ],
  [/establishing an SSL connection/, "settings", "This is not a PostgreSQL server, or it does not speak TLS."],
  [/timeout expired/, "timeout", "PostgreSQL did not answer in time."],
  [
    /Connection terminated|Client (was|has) (closed|been)|not queryable/,
    "network",
    "PostgreSQL closed the connection.",
  ],
  [/SASL|password must be a string|SCRAM/i, "credentials", "PostgreSQL refused the user or the password. Check both."],
];

/** Converts errors of PostgreSQL and pg. */
export function toPostgresError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = getCode(error);
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E")) {
    const mapped = errorsByState[code] ?? errorsByClass[code.slice(0, 2)];
    const [kind, message] = mapped ?? (["unknown", "PostgreSQL refused a query:"] as const);
    return new ConnectorError(kind, message.endsWith(":") ? `${message} ${tidyMessage(error.message)}` : message, {
      cause: error,
    });
  }
  const clientError = clientErrors.find(([pattern]) => pattern.test(error.message));
  if (clientError) return new ConnectorError(clientError[1], clientError[2], { cause: error });
  if (code) {
    const converted = toConnectorError(toOutboundError(error, "the PostgreSQL server", "unreachable"), []);
    if (!converted.message.includes("TLS certificate")) return converted;
    const message = `${converted.message} Paste the authority's certificate, or choose another kind of connection.`;
    return new ConnectorError("settings", message, { cause: error });
  }
  return undefined;
}
