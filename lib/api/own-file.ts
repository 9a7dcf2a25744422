/** The text of one of the product's own files; undefined where it does not come. */
export async function readOwnFile(path: string): Promise<string | undefined> {
  try {
    const response = await fetch(path);
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
