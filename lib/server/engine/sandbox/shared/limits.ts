const kilo = 1024;
const mega = 1024 * kilo;

/** Limits per call of a tool's code, in any language. No imports: the code of threads and processes runs on its own. */
export const sandboxLimits = {
  /** The maximum that a tool may set. */
  timeoutMs: 30_000,
  /** Of the arguments, the variables and the result, as JSON text. */
  jsonLength: 256 * kilo,
  jsonDepth: 64,
  logLines: 200,
  logLineLength: 2_000,
  errorLength: 1_000,
  /** Fetches per call, and the request text and response bytes of each. */
  fetches: 20,
  fetchRequestLength: 256 * kilo,
  fetchAnswerBytes: mega,
  /** The WebAssembly memory of a JavaScript run. */
  javascriptBytes: 64 * mega,
  /** The WebAssembly memory of Python, including about 32 MB of the runtime. */
  pythonBytes: 192 * mega,
  /** Of the whole Python process. */
  pythonProcessBytes: 640 * mega,
  /** A process with more idle memory is not reused. */
  pythonRestingBytes: 320 * mega,
  /** Timeout of a check. */
  checkMs: 5_000,
  /** Queued runs per team. */
  waiting: 500,
} as const;
