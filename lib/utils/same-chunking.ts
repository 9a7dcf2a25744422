interface Chunking {
  strategy: string;
  size: number;
  overlap: number;
}

/** Whether both cut documents alike, in whatever order their settings stand: the database has one of its own. */
export const isSameChunking = (a: Chunking, b: Partial<Chunking>): boolean =>
  a.strategy === b.strategy && a.size === b.size && a.overlap === b.overlap;
