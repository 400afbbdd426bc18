import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import styles from "./dashboard.module.css";

/** Shows when an administrator last viewed the master password. */
export function LastView() {
  const view = trpc.trader.lastView.useQuery();
  return (
    <p className={styles.lastView} aria-busy={view.isPending}>
      <Icon name="eye" size={16} />
      {view.isPending ? <Skeleton width="16rem" /> : null}
      {view.isError ? "Failed to load who last viewed the password." : null}
      {view.isSuccess ? describe(view.data) : null}
    </p>
  );
}

function describe(view: { viewedAt: Date; viewedBy: string | null } | null): string {
  if (!view) return "Not viewed by the firm yet";
  return `Last viewed by ${view.viewedBy ?? "an administrator"} on ${formatMoment(view.viewedAt)}`;
}
