import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service } from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { parseEnv } from "@/lib/server/platform/env/env";
import { renderChart } from "../../support/helm/render";

const folder = "docs/deploy/helm";
/** After the signal to stop, Muster ends within this time. */
const stopSeconds = 8;

/** The manifests of a chart with these values, validated against the schemas of Kubernetes. */
function render(values: Record<string, unknown> = {}) {
  const { "NOTES.txt": notes, ...files } = renderChart(folder, values);
  const found = Object.values(files)
    .flatMap((text) => parseAllDocuments(text, { version: "1.1" }).map((document) => document.toJS()))
    .filter((manifest) => manifest !== null);
  const of = <T extends { validate(): void }>(kind: string, create: new (data: never) => T): T[] =>
    found
      .filter((manifest) => manifest.kind === kind)
      .map((manifest) => {
        const model = new create(manifest as never);
        model.validate();
        return model;
      });
  return {
    notes,
    kinds: found.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort(),
    deployments: of("Deployment", Deployment),
    jobs: of("Job", Job),
    services: of("Service", Service),
    ingresses: of("Ingress", Ingress),
    budgets: of("PodDisruptionBudget", PodDisruptionBudget),
  };
}

const many = {
  image: { tag: "9.9", pullSecrets: [{ name: "registry" }] },
  ingress: { tlsSecret: "", annotations: {} },
  nodeSelector: { disk: "ssd" },
  tolerations: [{ key: "a", operator: "Exists" }],
  affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  settings: { RATE_LIMIT_SCALE: "2", BILLING_CONTACT: 'a "b" \\ c: d' },
};

describe("the chart", () => {
  test.each<[string, Record<string, unknown>]>([
    ["its defaults", {}],
    ["many values", many],
  ])("is valid with %s", (_name, values) => {
    const { kinds } = render(values);
    expect(kinds).toEqual([
      ...["Deployment muster-web", "Deployment muster-worker", "Ingress muster", "Job muster-migrate"],
      ...["PodDisruptionBudget muster-web", "PodDisruptionBudget muster-worker", "Service muster"],
    ]);
  });

  test("the ingress and the migration can be left out, the secret cannot", () => {
    expect(render({ ingress: { enabled: false }, migrate: { enabled: false } }).kinds).toHaveLength(5);
    expect(() => render({ existingSecret: "" })).toThrow("Set existingSecret");
  });

  test("all containers are confined, and get the settings and the secret", () => {
    const { deployments, jobs } = render(many);
    const templates = [...deployments, ...jobs].map(({ spec }) => spec?.template.spec);
    expect(templates).toHaveLength(3);
    for (const pod of templates) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        nodeSelector: { disk: "ssd" },
        securityContext: { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 },
      });
      const [container] = pod?.containers ?? [];
      expect(container).toMatchObject({
        image: "registry.example.com/muster:9.9",
        envFrom: [{ secretRef: { name: "muster" } }],
        securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
      });
      expect(container?.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(["/data", "/tmp"]);
      expect(container?.env).toContainEqual({ name: "BILLING_CONTACT", value: 'a "b" \\ c: d' });
    }
  });

  test("web pods are probed, and drained for longer than Muster needs to stop", () => {
    const { deployments, services } = render();
    const [web, worker] = deployments.map(({ spec }) => spec?.template);
    const [container] = web?.spec?.containers ?? [];
    expect(container).toMatchObject({
      livenessProbe: { httpGet: { path: "/healthz" } },
      readinessProbe: { httpGet: { path: "/readyz" } },
      lifecycle: { preStop: { exec: { command: ["sleep", "5"] } } },
    });
    expect(web?.spec?.terminationGracePeriodSeconds).toBeGreaterThan(5 + stopSeconds);
    expect(services[0]?.spec?.selector).toMatchObject({ "app.kubernetes.io/component": "web" });
    expect(worker?.metadata?.labels).toMatchObject({ "app.kubernetes.io/component": "worker" });
    expect(worker?.spec?.containers[0]?.command).toContain("lib/scripts/worker.ts");
  });

  test("its settings are ones that Muster starts with", () => {
    const [web] = render().deployments;
    const env = web?.spec?.template.spec?.containers[0]?.env ?? [];
    expect(parseEnv(Object.fromEntries(env.map(({ name, value }) => [name, value])))).toMatchObject({
      WORKER: false,
      TRUST_PROXY: true,
      REGISTRATION: "invite",
    });
  });
});
