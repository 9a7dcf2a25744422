interface Chunking {
  strategy: string;
  size: number;
  overlap: number;
}

/** Whether both chunkings are equal, whatever the order of their keys, which the database changes. */
export const isSameChunking = (a: Chunking, b: Partial<Chunking>): boolean =>
  a.strategy === b.strategy && a.size === b.size && a.overlap === b.overlap;
