/** The moment as part of a file's name, e.g. `20260314-093012345`: sorts by time, good on every file system. */
export const stamp = (at = new Date()): string =>
  at
    .toISOString()
    .replace(/[-:.Z]/g, "")
    .replace("T", "-");
