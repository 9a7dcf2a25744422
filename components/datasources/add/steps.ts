/** The steps of each wizard. */
export const uploadSteps = ["Source", "Files", "Chunks and embedding"] as const;
export const connectionSteps = ["Source", "Credentials", "Streams", "Chunks and embedding", "Schedule"] as const;
