/** A time for file names, e.g. `20260314-093012345`: sortable, and valid on every file system. */
export const formatStamp = (at = new Date()): string =>
  at
    .toISOString()
    .replace(/[-:.Z]/g, "")
    .replace("T", "-");
