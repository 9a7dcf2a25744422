const mega = 1024 * 1024;

/** Limits per file, in addition to the plan's file size limit. */
export const parseLimits = {
  /** For a file that has to be read as a whole. */
  fileBytes: 256 * mega,
  /** Of all decompressed parts of an archive. */
  inflatedBytes: 256 * mega,
  archiveEntries: 20_000,
  /** UTF-16 units of all text. */
  textLength: 64 * mega,
  blocks: 1_000_000,
  pages: 10_000,
  /** Nesting of elements. */
  nesting: 1_000,
  /** Cells of a sheet, including empty ones. */
  sheetCells: 10_000_000,
  /** Wall clock, excluding time without a pending request. */
  ms: 120_000,
  /** V8's heap, in MB. */
  heapMb: 512,
  /** The whole process, including buffers. */
  memoryBytes: 768 * mega,
};
