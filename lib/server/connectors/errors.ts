import { AppError } from "../http/errors";

/**
 * `credentials` refused · `permission` missing · `settings` wrong or hostile · `vanished`: a table, column or base that was
 * chosen is no longer there · `rate_limit` · `unavailable`: the service has a problem of its own · `network` · `timeout` ·
 * `refused` by Muster's own address rules · `too_large` · `malformed` answer · `unknown`
 */
export type ConnectorFailure =
  | "credentials"
  | "permission"
  | "settings"
  | "vanished"
  | "rate_limit"
  | "unavailable"
  | "network"
  | "timeout"
  | "refused"
  | "too_large"
  | "malformed"
  | "unknown";

const RETRYABLE: ReadonlySet<ConnectorFailure> = new Set(["rate_limit", "unavailable", "network", "timeout"]);

interface Extra {
  /** When the kind alone does not tell. */
  retryable?: boolean;
  retryAfterMs?: number;
  /** The field of the settings that it is about. */
  field?: string;
  cause?: unknown;
}

/** A connector could not do its work. Its sentence is for the user and says what to do. */
export class ConnectorError extends AppError {
  readonly kind: ConnectorFailure;
  /** Trying again later may help, without anybody changing anything. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly field: string | undefined;

  constructor(kind: ConnectorFailure, message: string, extra: Extra = {}) {
    const issues = extra.field ? [{ path: `config.${extra.field}`, message }] : undefined;
    super("invalid", message, { cause: extra.cause, issues });
    this.name = "ConnectorError";
    this.kind = kind;
    this.retryable = extra.retryable ?? RETRYABLE.has(kind);
    this.retryAfterMs = extra.retryAfterMs;
    this.field = extra.field;
  }
}
