/** Fetches the text of a static file of the console; undefined if that fails. */
export async function readStaticFile(path: string): Promise<string | undefined> {
  try {
    const response = await fetch(path);
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
