import { Badge, type BadgeTone } from "./badge.tsx";

const badges: Record<string, { word: string; tone: BadgeTone }> = {
  active: { word: "Active", tone: "green" },
  approved: { word: "Approved", tone: "green" },
  "under-review": { word: "Under Review", tone: "yellow" },
  "under review": { word: "Under Review", tone: "yellow" },
  pending: { word: "Pending", tone: "orange" },
  breached: { word: "Breached", tone: "red" },
  expired: { word: "Expired", tone: "gray" },
  revoked: { word: "Revoked", tone: "gray" },
  cancelled: { word: "Cancelled", tone: "gray" },
  rejected: { word: "Rejected", tone: "red" },
};

/** A missing status counts as pending. */
export function StatusBadge({ status }: { status: string | null | undefined }) {
  const { word, tone } = badges[status ?? "pending"] ?? { word: "Unknown", tone: "gray" };
  return <Badge tone={tone}>{word}</Badge>;
}
