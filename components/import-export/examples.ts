import { FileText, type LucideIcon, ReceiptText, UsersRound } from "lucide-react";

export interface Example {
  name: string;
  text: string;
  /** Path of its file in `public`. */
  path: string;
  icon: LucideIcon;
  /** Whether it has function tools, which not every plan includes. */
  functionTools: boolean;
}

/** Example apps, imported from files like any other. */
export const examples: readonly Example[] = [
  {
    name: "Research report",
    text: "Asks for a subject, gathers notes, calculates the figures, and writes a report as a file.",
    path: "/examples/research-report.yaml",
    icon: FileText,
    functionTools: false,
  },
  {
    name: "Expense approval",
    text: "A form, a JavaScript tool, and a person who approves each call.",
    path: "/examples/expense-approval.yaml",
    icon: ReceiptText,
    functionTools: true,
  },
  {
    name: "Launch team",
    text: "A manager that delegates to an analyst, a writer and a critic, and combines their results.",
    path: "/examples/hierarchical-team.yaml",
    icon: UsersRound,
    functionTools: false,
  },
];
