export const traderTabs = [
  { key: "overview", label: "Overview" },
  { key: "verdict", label: "Verdict" },
  { key: "record", label: "Record" },
  { key: "statements", label: "Statements" },
  { key: "stages", label: "Stages" },
  { key: "payouts", label: "Payouts" },
  { key: "certificates", label: "Certificates" },
  { key: "notes", label: "Notes" },
  { key: "history", label: "History" },
] as const;
export type TraderTab = (typeof traderTabs)[number]["key"];

/** Returns the tab named in the URL, or else the first one. */
export function readTab(value: unknown): TraderTab {
  return traderTabs.find(({ key }) => key === value)?.key ?? "overview";
}
