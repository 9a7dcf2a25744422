import { expect, test } from "vitest";
import { createChildName } from "@/lib/server/resources/tools/kinds/shared/child-name";

test("functions of a tool have names of their own that models take", () => {
  const long = "x".repeat(90);
  const children = ["get", "get pet", "get_pet", "get-pet", "ü", "ö", "", long, `${long}y`, "/pets/{id}", "/pets/id"];
  for (const name of ["crm", "n".repeat(64)]) {
    const names = children.map((child) => createChildName(name, child));
    expect(new Set(names).size).toBe(children.length);
    expect(names.filter((each) => !/^[a-zA-Z0-9_-]{1,64}$/.test(each))).toEqual([]);
  }
  expect(createChildName("crm", "get_pet")).toBe("crm_get_pet");
});
