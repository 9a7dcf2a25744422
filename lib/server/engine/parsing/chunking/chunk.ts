export const chunkStrategies = ["recursive", "markdown", "page", "row"] as const;

export interface Chunking {
  /**
   * `recursive`: as much as fits, split at the best boundary. `markdown`: no chunk spans a heading. `page`: none spans a page.
   * `row`: one chunk per table row, and per block that is not a table.
   */
  strategy: (typeof chunkStrategies)[number];
  /** Maximum characters (UTF-16 units) of a chunk. */
  size: number;
  /** Characters repeated at the start of the next chunk, at most half of its size. */
  overlap: number;
}

export interface Chunk {
  /** The text from `position` to `end` in the joined blocks; in a table the header is repeated. */
  text: string;
  /** Offset in the file's text. Unique within a file. */
  position: number;
  end: number;
  page: number | null;
  /** The page of its end, if different. */
  lastPage: number | null;
  /** The headings above it, highest first. */
  headings: string[];
}
