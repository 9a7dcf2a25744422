/** The front guard and the database, as Muster starts them; nothing else. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { wire } = await import("./wire");
  wire();
}
