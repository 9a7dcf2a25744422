import { pluralize } from "@/lib/utils/text/pluralize";

interface Day {
  day: string;
  up: number;
  down: number;
}

/** Good ratings above the line, bad ones below, by day. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const max = Math.max(1, ...days.flatMap(({ up, down }) => [up, down]));
  const height = (count: number) => ({ height: `${(100 * count) / max}%` });
  const rated = days.filter(({ up, down }) => up + down > 0);
  return (
    <figure>
      <div aria-hidden className="flex h-24 gap-px">
        {days.map(({ day, up, down }) => (
          <div key={day} title={`${day}: ${up} good, ${down} bad`} className="grid min-w-0 flex-1 grid-rows-2">
            <div className="flex items-end border-b">
              <div className="w-full bg-success" style={height(up)} />
            </div>
            <div className="flex items-start">
              <div className="w-full bg-danger" style={height(down)} />
            </div>
          </div>
        ))}
      </div>
      <figcaption className="mt-1 flex justify-between text-label text-muted">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </figcaption>
      <ul className="sr-only">
        {rated.map(({ day, up, down }) => (
          <li key={day}>
            {day}: {pluralize(up, "good rating")}, {pluralize(down, "bad rating")}
          </li>
        ))}
      </ul>
    </figure>
  );
}
