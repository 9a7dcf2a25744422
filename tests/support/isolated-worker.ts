/** A process for the tests of `lib/server/isolated`: does what the job says. */
process.on("message", (job: "echo" | "loop" | "fill") => {
  while (job === "loop");
  const kept: string[][] = [];
  while (job === "fill") kept.push(new Array<string>(100_000).fill(`${kept.length}`));
  process.send?.({ pid: process.pid, environment: Object.keys(process.env) });
});
process.on("disconnect", () => process.exit());
