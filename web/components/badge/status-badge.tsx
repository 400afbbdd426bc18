import styles from "./status-badge.module.css";

const badges: Record<string, { word: string; color: string | undefined }> = {
  active: { word: "Active", color: styles.green },
  approved: { word: "Approved", color: styles.green },
  "under-review": { word: "Under Review", color: styles.yellow },
  "under review": { word: "Under Review", color: styles.yellow },
  pending: { word: "Pending", color: styles.orange },
  breached: { word: "Breached", color: styles.red },
  rejected: { word: "Rejected", color: styles.red },
};

/** A missing status is a pending one. */
export function StatusBadge({ status }: { status: string | null | undefined }) {
  const badge = badges[status ?? "pending"] ?? { word: "Unknown", color: styles.gray };
  return <span className={`${styles.badge} ${badge.color}`}>{badge.word}</span>;
}
