import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { callsFetch, mayFetch, mayImport, mayLoadFirst, mayUsePackage } from "../support/borders";
import { findCycle, findFolderCycle, importsOf, sourceFiles } from "../support/imports";

const files = sourceFiles();
const imports = files.flatMap((file) => importsOf(file));
const arrow = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

describe("the code", () => {
  test("is read", () => {
    expect(files).toContain("lib/server/platform/env/env.ts");
    expect(imports.map(arrow)).toContain("lib/server/platform/env/variables.ts → lib/constants/plan-names.ts");
  });

  test("keeps to who may import whom", () => {
    expect(imports.filter((entry) => entry.own && !mayImport(entry)).map(arrow)).toEqual([]);
  });

  test("keeps schemas and what opens on demand out of what a page loads first", () => {
    expect(imports.filter((entry) => !mayLoadFirst(entry)).map(arrow)).toEqual([]);
  });

  test("has no cycles", () => {
    expect(findCycle(imports)).toBeUndefined();
  });

  test("has no cycles between the server's folders, types included", () => {
    expect(findFolderCycle(imports)).toBeUndefined();
  });

  test("has no barrels but the contract's index and the schema", () => {
    const barrels = files.filter((file) => /^export (\*|\{[^}]*\}) from/m.test(readFileSync(file, "utf8")));
    expect(
      barrels.filter((file) => !["lib/contract/index.ts", "lib/server/platform/db/tables/schema.ts"].includes(file)),
    ).toEqual([]);
  });

  test("reaches the network through lib/server/platform/outbound alone", () => {
    expect(imports.filter((entry) => !entry.own && !mayUsePackage(entry)).map(arrow)).toEqual([]);
    expect(files.filter((file) => !mayFetch(file) && callsFetch(readFileSync(file, "utf8")))).toEqual([]);
  });
});

describe("the rules", () => {
  test.each<[string, string, boolean]>([
    ["app/login/page.tsx", "components/accounts/login-form.tsx", true],
    ["app/login/page.tsx", "lib/server/platform/env/env.ts", false],
    ["app/api/[...path]/route.ts", "lib/server/api/http/dispatch.ts", true],
    ["instrumentation.ts", "lib/server/main/start.ts", true],
    ["components/ui/button.tsx", "lib/utils/cn.ts", true],
    ["components/ui/button.tsx", "lib/constants/ui.ts", false],
    ["components/ui/button.tsx", "components/shared/form/field.tsx", false],
    ["components/agents/form.tsx", "components/ui/button.tsx", true],
    ["components/agents/form.tsx", "components/models/select.tsx", false],
    ["components/agents/form.tsx", "lib/server/resources/agents/queries.ts", false],
    ["hooks/api/use-action.ts", "lib/api/call.ts", true],
    ["hooks/api/use-action.ts", "components/ui/button.tsx", false],
    ["lib/api/call.ts", "lib/server/platform/env/env.ts", false],
    ["lib/contract/agents/schemas.ts", "lib/permissions/bits.ts", true],
    ["lib/contract/agents/schemas.ts", "lib/api/call.ts", false],
    ["lib/permissions/bits.ts", "lib/constants/plans.ts", false],
    ["lib/server/resources/agents/handlers.ts", "lib/server/platform/db/client.ts", true],
    ["lib/server/resources/agents/handlers.ts", "lib/server/resources/models/actions.ts", true],
    ["lib/server/resources/agents/handlers.ts", "lib/server/resources/models/queries.ts", false],
    ["lib/server/resources/agents/actions.ts", "lib/server/resources/models/resource.ts", false],
    ["lib/server/resources/agents/actions.ts", "lib/server/resources/registry.ts", false],
    ["lib/server/resources/registry.ts", "lib/server/resources/agents/resource.ts", true],
    ["lib/server/resources/agents/handlers.ts", "lib/api/call.ts", false],
    ["lib/server/resources/agents/handlers.ts", "lib/server/engine/runs/start.ts", true],
    ["lib/server/resources/agents/handlers.ts", "lib/server/api/http/dispatch.ts", false],
    ["lib/server/engine/runs/start.ts", "lib/server/resources/models/actions.ts", false],
    ["lib/server/engine/runs/start.ts", "lib/server/engine/models/callable.ts", true],
    ["lib/server/access/auth/principal.ts", "lib/server/engine/runs/start.ts", false],
    ["lib/server/platform/db/connection/pool.ts", "lib/server/access/auth/principal.ts", false],
    ["lib/server/api/http/dispatch.ts", "lib/server/main/start.ts", false],
    ["lib/server/main/start.ts", "lib/server/platform/db/client.ts", true],
  ])("%s → %s: %s", (from, to, allowed) => {
    expect(mayImport({ from, to })).toBe(allowed);
  });

  test.each<[string, string, boolean]>([
    ["lib/server/resources/agents/handlers.ts", 'import { request } from "undici";', false],
    ["lib/server/resources/agents/handlers.ts", 'import http from "node:http";', false],
    ["lib/server/resources/agents/handlers.ts", 'import type { Server } from "node:http";', true],
    ["lib/server/platform/http/address.ts", 'import { isIP } from "node:net";', true],
    ["lib/server/platform/http/address.ts", 'import { isIP, connect } from "node:net";', false],
    ["lib/server/platform/http/guard.ts", 'import { STATUS_CODES, type Server } from "node:http";', true],
    ["lib/server/resources/models/queries.ts", 'import pg from "pg";', false],
    ["lib/server/platform/db/connection/pool.ts", 'import pg from "pg";', true],
    ["lib/server/platform/outbound/outbound.ts", 'import { Agent } from "undici";', true],
    ["lib/server/resources/agents/handlers.ts", 'const net = await import("node:net");', false],
  ])("%s may have %s: %s", (file, source, allowed) => {
    const found = importsOf(file, source);
    expect(found).toHaveLength(1);
    expect(found.every(mayUsePackage)).toBe(allowed);
  });

  test.each<[string, string, boolean]>([
    ["components/agents/form.tsx", 'import { agents } from "@/lib/contract/agents/calls";', true],
    ["components/agents/form.tsx", 'import { agents } from "@/lib/contract/agents/schemas";', false],
    ["components/agents/form.tsx", 'import type { Agent } from "@/lib/contract/agents/schemas";', true],
    ["components/agents/form.tsx", 'const { agentForm } = await import("@/lib/contract/agents/schemas");', true],
    ["lib/contract/agents/calls.ts", 'import { z } from "zod";', false],
    ["lib/server/resources/agents/handlers.ts", 'import { agents } from "@/lib/contract/agents/schemas";', true],
    ["components/ui/dialog.tsx", 'import * as Dialog from "@radix-ui/react-dialog";', false],
  ])("%s may have %s from the beginning: %s", (file, source, allowed) => {
    const found = importsOf(file, source);
    expect(found).toHaveLength(1);
    expect(found.every(mayLoadFirst)).toBe(allowed);
  });

  test("calls of fetch are seen, its namesakes are not", () => {
    expect(["await fetch(url)", "return globalThis.fetch(url)", "x = [fetch(url)]"].every(callsFetch)).toBe(true);
    expect(
      ["guardedFetch(url)", "model.fetch(url)", "// fetch(url)", "const f = { fetch: guarded }"].some(callsFetch),
    ).toBe(false);
  });

  test("cycles of folders are found, those of types alone too", () => {
    const edge = (from: string, to: string) => ({ from: `lib/server/${from}`, to: `lib/server/${to}`, own: true });
    expect(findFolderCycle([edge("a/x.ts", "b/x.ts"), edge("b/y.ts", "a/y.ts")])).toHaveLength(3);
    expect(findFolderCycle([edge("a/x.ts", "a/b/x.ts"), edge("a/b/y.ts", "a/y.ts")])).toHaveLength(3);
    expect(findFolderCycle([edge("a/x.ts", "a/y.ts"), edge("a/x.ts", "b/x.ts")])).toBeUndefined();
  });

  test("cycles are found, those of types alone are not", () => {
    const edge = (from: string, to: string, typeOnly = false) => ({ from, to, own: true, typeOnly, later: false });
    expect(findCycle([edge("a", "b"), edge("b", "c"), edge("c", "b")])).toEqual(["b", "c", "b"]);
    expect(findCycle([edge("a", "b"), edge("b", "a", true)])).toBeUndefined();
    expect(findCycle([edge("a", "b"), edge("a", "c"), edge("b", "d"), edge("c", "d")])).toBeUndefined();
  });

  test("every shape of an import is read", () => {
    const source = [
      'import "./a";',
      'import b from "./b";',
      'import {\n  c,\n  type d,\n} from "./c";',
      'import type { e } from "./e";',
      'export * from "./f";',
      'export { g } from "@/lib/g";',
      'const h = await import("./h");',
      'import * as i from "i";',
    ].join("\n");
    const found = importsOf("lib/x/y.ts", source).map((entry) => `${entry.to}${entry.typeOnly ? " type" : ""}`);
    expect(found.sort()).toEqual(["i", "lib/g", "lib/x/a", "lib/x/b", "lib/x/c", "lib/x/e type", "lib/x/f", "lib/x/h"]);
  });
});
