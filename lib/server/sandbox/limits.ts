const kilo = 1024;
const mega = 1024 * kilo;

/** What one call of a tool's code may cost, whatever its language. Imports nothing: the code of threads and processes is run alone. */
export const sandboxLimits = {
  /** As a tool may be given at most. */
  timeoutMs: 30_000,
  /** Of the arguments, of the variables and of the result, as JSON text. */
  jsonLength: 256 * kilo,
  jsonDepth: 64,
  logLines: 200,
  logLineLength: 2_000,
  errorLength: 1_000,
  /** Calls of fetch in one run, and of each the text sent and the bytes that come back. */
  fetches: 20,
  fetchRequestLength: 256 * kilo,
  fetchAnswerBytes: mega,
  /** The WebAssembly memory of a JavaScript run: all that its code can ever hold. */
  javascriptBytes: 64 * mega,
  /** The WebAssembly memory of Python, of which about 32 MB are its own. */
  pythonBytes: 192 * mega,
  /** Of the whole process that Python runs in. */
  pythonProcessBytes: 640 * mega,
  /** Beyond this at rest, a process is not used again. */
  pythonRestingBytes: 320 * mega,
  /** A check reads code and runs nothing. */
  checkMs: 5_000,
  /** Runs that wait for their turn, of one team. */
  waiting: 500,
} as const;
