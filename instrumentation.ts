/** Next's start-up hook. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { start } = await import("./lib/server/start");
  await start();
}
