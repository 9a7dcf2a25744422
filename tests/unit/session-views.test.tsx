import { describe, expect, it } from "vitest";
import { type MessageActions, MessageView } from "@/components/sessions/message/message-view";
import { AboutTask } from "@/components/sessions/process/about-task";
import { tasks } from "@/lib/contract/tasks/calls";
import type { ThreadMessage } from "@/lib/session-log/state";
import { pageAt } from "../support/render-page";

describe("the description of a task", () => {
  const show = (description: string): string => {
    const page = pageAt("/acme/inbox");
    const task = { name: "Write", description, expectedOutput: "A letter." };
    const options = { params: { resourceSlug: "acme", taskId: "task_a" } };
    page.said(tasks.get, { task } as never, options);
    return page.shows(<AboutTask slug="acme" taskId="task_a" />);
  };

  it("is collapsed when it is over 240 characters or three lines", () => {
    for (const short of ["Write.", "One\nTwo", "One\nTwo\nThree\n", "x".repeat(231)]) {
      expect(show(short)).toContain("A letter.");
      expect(show(short)).not.toMatch(/Show all|line-clamp/);
    }
    for (const long of ["1\n2\n3\n4", "x".repeat(232)]) expect(show(long)).toMatch(/line-clamp.*Show all/s);
  });
});

describe("a message", () => {
  const message: ThreadMessage = {
    _id: "m",
    sessionId: "s",
    seq: 1,
    role: "assistant",
    text: "Done",
    completed: true,
    authorName: "Writer",
    ts: "2026-01-01T00:00:00Z",
    parts: [],
  };
  const actions = { idle: false, hasApp: false, place: { slug: "acme", sessionId: "s" } } as MessageActions;
  const show = (task: string | undefined): string =>
    pageAt("/acme/session/s", { resourceSlug: "acme" }).shows(
      <MessageView message={message} task={task} actions={actions} versions={1} />,
    );

  it("has the name of its task in its header, if there is one", () => {
    expect(show(undefined)).toContain('aria-label="Writer"');
    const named = show("Review (item 2)");
    expect(named).toContain('aria-label="Writer, Review (item 2)"');
    expect(named).toMatch(/truncate[^>]*>Review \(item 2\)</);
  });
});
