"use client";

import { useId } from "react";
import type { ChartPoint } from "./chart-points";
import { formatInterval, formatShare } from "./labels";

const top = 8;
const height = 152;
const toY = (share: number): number => top + (1 - share) * height;
const bottom = toY(0);
const left = 6;

/** The pass rate of each revision with its confidence interval, and a table for screen readers. */
export function RevisionChart({ points }: { points: readonly ChartPoint[] }) {
  const id = useId();
  const toX = (index: number): string => `${left + ((index + 0.5) / points.length) * (100 - left)}%`;
  // Labels of revisions must not overlap on a phone.
  const every = Math.ceil(points.length / 8);
  return (
    <>
      <svg role="img" aria-labelledby={`${id}-title ${id}-description`} width="100%" height={bottom + 24}>
        <title id={`${id}-title`}>Pass rate by revision</title>
        <desc id={`${id}-description`}>
          {points.map(({ revision, passRate }) => `Revision ${revision}: ${formatShare(passRate)}.`).join(" ")}
        </desc>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={`${left}%`} x2="100%" y1={toY(share)} y2={toY(share)} className="stroke-border" />
            <text x="0" y={toY(share) + 4} className="fill-muted text-label">
              {formatShare(share)}
            </text>
          </g>
        ))}
        {points.slice(1).map(({ _id, passRate }, i) => (
          <line
            key={_id}
            x1={toX(i)}
            x2={toX(i + 1)}
            y1={toY(points[i]?.passRate ?? passRate)}
            y2={toY(passRate)}
            className="stroke-accent"
            strokeWidth={1.5}
          />
        ))}
        {points.map((point, i) => (
          <g key={point._id}>
            <Whisker x={toX(i)} point={point} />
            {i % every === 0 && (
              <text x={toX(i)} y={bottom + 18} textAnchor="middle" className="fill-muted text-label">
                {point.revision}
              </text>
            )}
          </g>
        ))}
      </svg>
      <table className="sr-only">
        <caption>Pass rate by revision</caption>
        <thead>
          <tr>
            <th scope="col">Revision</th>
            <th scope="col">Pass rate</th>
            <th scope="col">95% confidence interval</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point._id}>
              <th scope="row">{point.revision}</th>
              <td>{formatShare(point.passRate)}</td>
              <td>{formatInterval(point)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Whisker({ x, point: { low, high, passRate } }: { x: string; point: ChartPoint }) {
  return (
    <>
      <line x1={x} x2={x} y1={toY(high)} y2={toY(low)} className="stroke-default/50" strokeWidth={2} />
      {[low, high].map((end, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two ends may be equal
        <svg key={i} x={x} y={toY(end)} overflow="visible" aria-hidden>
          <line x1={-4} x2={4} y1={0} y2={0} className="stroke-default/50" strokeWidth={2} />
        </svg>
      ))}
      <circle cx={x} cy={toY(passRate)} r={4.5} className="fill-accent stroke-surface" strokeWidth={1.5} />
    </>
  );
}
