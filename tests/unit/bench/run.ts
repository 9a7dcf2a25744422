import type { RunInfo } from "../../bench/run-info";

export const run: RunInfo = {
  at: "2026-11-26T04:30:12.345Z",
  commit: "0123abcd4567ef890123abcd4567ef890123abcd",
  dirty: false,
  machine: "2 cores (Some CPU), 24 GB, linux x64",
  node: "v24.0.0",
  next: "16.0.0",
  postgres: "18.4",
  load: 0.5,
};
