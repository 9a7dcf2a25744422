import { truncate } from "@/lib/utils/text/truncate";
import { toCsvLine } from "../../../platform/http/responses/csv";
import { type ExportedEvaluation, listReasons } from "./results";

/** Spreadsheets cut longer cells. */
const cellMax = 32_000;

const columns = ["case", "input", "required", "attempt", "outcome", "reason", "answer", "costUsd", "durationMs"];

/** A header and one line per attempt, by case. Formulas are escaped. */
export function* writeCsv({ cases }: ExportedEvaluation): Generator<string> {
  yield toCsvLine(columns);
  for (const { _id, input, required, attempts } of cases)
    for (const [i, attempt] of attempts.entries()) {
      const { outcome, answer, costUsd, durationMs } = attempt;
      const texts = [listReasons(attempt).join(" "), answer].map((text) => truncate(text, cellMax));
      yield toCsvLine([_id, truncate(input, cellMax), required, i + 1, outcome, ...texts, costUsd, durationMs]);
    }
}
