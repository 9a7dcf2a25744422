import { toOutboundError } from "../../../platform/outbound/outbound-error";
import { ConnectorError, type ConnectorFailure } from "../shared/errors";
import { tidyMessage, toConnectorError } from "../shared/failure";

const getCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** By SQLSTATE: the kind and the message. After a final `:` the server's message follows. */
const errorsByState: Record<string, readonly [kind: ConnectorFailure, says: string]> = {
  "28P01": ["credentials", "PostgreSQL rejected the username or password. Check both."],
  "28000": ["credentials", "PostgreSQL doesn't allow this user to connect from this host. PostgreSQL reported:"],
  "3D000": ["settings", "The database doesn't exist. Check its name. PostgreSQL reported:"],
  "42501": ["permission", "The user doesn't have permission to read this. Grant it SELECT. PostgreSQL reported:"],
  "42P01": ["vanished", "A table no longer exists. Refresh the streams. PostgreSQL reported:"],
  "42703": ["vanished", "A column no longer exists. Refresh the streams. PostgreSQL reported:"],
  "3F000": ["vanished", "A schema no longer exists. Refresh the streams. PostgreSQL reported:"],
  "42804": ["vanished", "A column's type has changed. Refresh the streams. PostgreSQL reported:"],
  "57014": ["timeout", "A query took too long and was canceled. An index on the cursor field can help."],
  "53300": ["unavailable", "PostgreSQL has no free connections:"],
  "57P01": ["unavailable", "PostgreSQL closed the connection:"],
  "57P02": ["unavailable", "PostgreSQL closed the connection:"],
  "57P03": ["unavailable", "PostgreSQL is starting up or shutting down:"],
  "25P03": ["unavailable", "PostgreSQL closed a connection that was idle for too long:"],
  "55P03": ["unavailable", "A table is locked by another session:"],
  "22P02": [
    "vanished",
    "A column's type has changed. Choose another cursor field, or use a full refresh. PostgreSQL reported:",
  ],
};

const errorsByClass: Record<string, readonly [kind: ConnectorFailure, says: string]> = {
  "08": ["network", "The connection to PostgreSQL was lost:"],
  "28": ["credentials", "PostgreSQL rejected the user:"],
  "40": ["unavailable", "PostgreSQL canceled the read because of a conflict:"],
  "53": ["unavailable", "PostgreSQL is out of resources:"],
  "58": ["unavailable", "PostgreSQL reported an internal error:"],
  XX: ["unavailable", "PostgreSQL reported an internal error:"],
};

/** Errors of pg itself, which have no code. */
const clientErrors: [RegExp, ConnectorFailure, string][] = [
  [
    /does not support SSL/,
    "settings",
    "The server doesn't support encrypted connections. Choose “Not encrypted” only if the network is trusted.",
  ],
  [/establishing an SSL connection/, "settings", "This isn't a PostgreSQL server, or it doesn't support TLS."],
  [/timeout expired/, "timeout", "PostgreSQL didn't respond in time."],
  [
    /Connection terminated|Client (was|has) (closed|been)|not queryable/,
    "network",
    "PostgreSQL closed the connection.",
  ],
  [/SASL|password must be a string|SCRAM/i, "credentials", "PostgreSQL rejected the username or password. Check both."],
];

/** Converts errors of PostgreSQL and pg. */
export function toPostgresError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = getCode(error);
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E")) {
    const mapped = errorsByState[code] ?? errorsByClass[code.slice(0, 2)];
    const [kind, message] = mapped ?? (["unknown", "PostgreSQL rejected a query:"] as const);
    return new ConnectorError(kind, message.endsWith(":") ? `${message} ${tidyMessage(error.message)}` : message, {
      cause: error,
    });
  }
  const clientError = clientErrors.find(([pattern]) => pattern.test(error.message));
  if (clientError) return new ConnectorError(clientError[1], clientError[2], { cause: error });
  if (code) {
    const converted = toConnectorError(toOutboundError(error, "the PostgreSQL server", "unreachable"), []);
    if (!converted.message.includes("TLS certificate")) return converted;
    const message = `${converted.message} Paste the certificate authority's certificate. Choose “Encrypted, certificate not verified” only if the network is trusted.`;
    return new ConnectorError("settings", message, { cause: error });
  }
  return undefined;
}
