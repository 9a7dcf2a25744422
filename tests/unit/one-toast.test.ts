import { afterEach, expect, test, vi } from "vitest";
import { createOneToast } from "@/lib/utils/toasts/one-toast";

afterEach(() => void vi.useRealTimers());

test("keeps one toast, closes it at once and removes it after the delay", () => {
  vi.useFakeTimers();
  const store = createOneToast(1_000_000);
  const changes: (string | null)[] = [];
  store.subscribe(() => changes.push(store.get()?.text ?? null));
  store.show("Copied");
  store.show("Saved");
  expect(store.get()).toMatchObject({ text: "Saved", open: true });
  store.dismiss();
  store.dismiss();
  expect(store.get()).toMatchObject({ text: "Saved", open: false });
  vi.advanceTimersByTime(999_999);
  expect(store.get()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(store.get()).toBeNull();
  expect(changes).toEqual(["Copied", "Saved", "Saved", null]);
});

test("a new toast is not removed with the one before it", () => {
  vi.useFakeTimers();
  const store = createOneToast(1_000);
  store.show("Copied");
  store.dismiss();
  store.show("Saved");
  vi.advanceTimersByTime(5_000);
  expect(store.get()).toMatchObject({ text: "Saved", open: true });
});
