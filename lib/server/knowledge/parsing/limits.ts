const mega = 1024 * 1024;

/** What one file may cost. A plan's own limit of a file's size comes before them. */
export const parseLimits = {
  /** Of a file that has to be read as a whole. */
  fileBytes: 256 * mega,
  /** Of all that is inflated of one archive. */
  inflatedBytes: 256 * mega,
  archiveEntries: 20_000,
  /** UTF-16 units of all text. */
  textLength: 64 * mega,
  blocks: 1_000_000,
  pages: 10_000,
  /** Elements within elements. */
  nesting: 1_000,
  /** Cells of a sheet, the empty ones in its rectangle included. */
  sheetCells: 10_000_000,
  /** Wall clock, without the time in which nobody asks the worker for more. */
  ms: 120_000,
  /** Of JavaScript, in MB. */
  heapMb: 512,
  /** Of the whole process, its buffers included. */
  memoryBytes: 768 * mega,
};
