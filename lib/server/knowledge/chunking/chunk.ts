export const chunkStrategies = ["recursive", "markdown", "page", "row"] as const;

export interface Chunking {
  /**
   * `recursive`: as much as fits, parted at the best place. `markdown`: no chunk reaches over a heading. `page`: none
   * reaches over a page. `row`: each row of a table is one, and each block that is no table.
   */
  strategy: (typeof chunkStrategies)[number];
  /** Characters (UTF-16 units) that a chunk has at most. */
  size: number;
  /** Characters of one chunk that the next one begins with, at most half of its size. */
  overlap: number;
}

export const defaultChunking: Chunking = { strategy: "recursive", size: 1_000, overlap: 150 };

export interface Chunk {
  /** What stands from `position` to `end` in `parsedText`; within a table its header is put in front again. */
  text: string;
  /** Where it begins in the text of the file. No two of one file begin at the same place. */
  position: number;
  end: number;
  page: number | null;
  /** Where it ends, if that is another page. */
  lastPage: number | null;
  /** Under which headings it stands, the highest first. */
  headings: string[];
}
