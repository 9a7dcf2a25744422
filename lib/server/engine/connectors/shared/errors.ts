import { AppError } from "../../../platform/errors/errors";

/**
 * `credentials` refused · `permission` missing · `settings` wrong or hostile · `vanished`: a selected table, column or base no
 * longer exists · `rate_limit` · `unavailable`: an error of the service · `network` · `timeout` · `refused` by Muster's own
 * address rules · `too_large` · `malformed` response · `unknown`
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

interface ConnectorErrorOptions {
  /** Overrides the kind's default. */
  retryable?: boolean;
  retryAfterMs?: number;
  /** The settings field that caused it. */
  field?: string;
  cause?: unknown;
}

/** A connector failure. Its message is shown to users and says what to do. */
export class ConnectorError extends AppError {
  readonly kind: ConnectorFailure;
  /** A later retry may succeed without any change. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly field: string | undefined;

  constructor(kind: ConnectorFailure, message: string, extra: ConnectorErrorOptions = {}) {
    const issues = extra.field ? [{ path: `config.${extra.field}`, message }] : undefined;
    super("invalid", message, { cause: extra.cause, issues });
    this.name = "ConnectorError";
    this.kind = kind;
    this.retryable = extra.retryable ?? RETRYABLE.has(kind);
    this.retryAfterMs = extra.retryAfterMs;
    this.field = extra.field;
  }
}
