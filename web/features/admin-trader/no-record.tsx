import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import styles from "./trader.module.css";

/** Replaces the chart and the results if the trader has no records. */
export function NoRecord({ userId }: { userId: number }) {
  return (
    <div className={styles.surface}>
      <EmptyState
        icon="document"
        title="No trading record yet"
        text="Import a statement to see the chart, the calendar and the trades."
        action={
          <Link
            to="/admin/users/$id"
            params={{ id: String(userId) }}
            search={{ tab: "statements" }}
            replace
            className={`${buttonClass({ look: "secondary", size: "small" })} ${styles.next}`}
          >
            Go to Statements
          </Link>
        }
      />
    </div>
  );
}
