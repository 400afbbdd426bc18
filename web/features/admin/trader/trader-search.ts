export const traderTabs = [
  { key: "overview", label: "Overview" },
  { key: "record", label: "Record" },
  { key: "stages", label: "Stages" },
  { key: "payouts", label: "Payouts" },
  { key: "certificates", label: "Certificates" },
  { key: "identity", label: "Identity" },
  { key: "links", label: "Links" },
  { key: "history", label: "History" },
] as const;
export type TraderTab = (typeof traderTabs)[number]["key"];

/** The tabs of earlier releases, whose addresses remain in bookmarks and mails, by the tab that now has their content. */
const formerTabs: Readonly<Record<string, TraderTab>> = {
  verdict: "overview",
  statements: "record",
  notes: "history",
};

/** Returns the tab named in the URL, or else the first one. */
export function readTab(value: unknown): TraderTab {
  const present = traderTabs.find(({ key }) => key === value)?.key;
  return present ?? formerTabs[String(value)] ?? "overview";
}
