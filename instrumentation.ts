/** Next's start-up hook. Next reports what it throws and goes on without a server, so a failed start ends here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { start } = await import("./lib/server/main/start");
  const { exitWithReason } = await import("./lib/server/platform/errors/failure-reason");
  await start().catch(exitWithReason);
}
