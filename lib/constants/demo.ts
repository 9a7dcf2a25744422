/** The last line of each answer of the offline demo model. */
export const demoLabel = "*Offline demo model: scripted answers, no API key, no network.*";

/** The data source from which the sample's agent answers. */
export const guideName = "Muster guide";

/** Marks the sample's app. */
export const sampleTag = "sample";
