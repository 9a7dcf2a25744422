import { newPublicationCalls } from "./people";
import { withServer } from "./place";
import { Readers, modelOf } from "./stream-case";
const readers = await Readers.start();
const what = { streams: 300, overMs: 3000, ttft: 300, tokens: 100 };
await withServer({ OPENAI_BASE_URL: readers.baseUrl, BENCH_NODE: `${process.execPath} --cpu-prof --cpu-prof-interval 500 --cpu-prof-dir=/tmp/prof2` }, async (server) => {
  const calls = await newPublicationCalls(server.url, modelOf(what), 300);
  for (let i = 0; i < 4; i++) { const s = await readers.published(server, calls, what); console.log("v1", s.firstP95, s.lagP95, s.cpu / 300 * 1000, s.errors.length); }
});
await readers.end();
