/** Serves until it is ended, or with FAILS ends before it is ready. */
const { FAILS, PEER_HOST, PEER_PORT } = process.env;
if (FAILS) process.exit(Number(FAILS));
console.info(`serving ${process.pid} ${PEER_HOST} ${PEER_PORT}`);
process.send?.("ready");
process.on("SIGTERM", () => process.exit(0));
setInterval(() => undefined, 1_000);
