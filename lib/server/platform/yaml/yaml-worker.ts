import { parseYaml, type YamlJob } from "./parse-yaml.ts";

process.on("message", (job: YamlJob) => {
  process.send?.(parseYaml(job), (error: Error | null) => {
    if (error) process.exit(1);
  });
});
process.on("disconnect", () => process.exit());
