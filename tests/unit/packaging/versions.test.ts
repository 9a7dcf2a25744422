import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const changelog = readFileSync("CHANGELOG.md", "utf8");
const releases = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/gm)];

test("the changelog's newest release is the version of package.json, and releases are in order", () => {
  expect(releases[0]?.[1]).toBe(version);
  const dates = releases.map(([, , date]) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(changelog.match(/^## /gm)).toHaveLength(releases.length + 1);
  expect(changelog).toMatch(/^## \[Unreleased\]$/m);
});

test("the lock file, the chart and compose.yaml name the same version", () => {
  expect(JSON.parse(readFileSync("package-lock.json", "utf8")).version).toBe(version);
  const chart: Record<string, string> = parse(readFileSync("docs/deploy/helm/Chart.yaml", "utf8"));
  expect([chart.version, chart.appVersion]).toEqual([version, version]);
  expect(readFileSync("compose.yaml", "utf8")).toContain(`image: muster:\${MUSTER_VERSION:-${version}}`);
});
