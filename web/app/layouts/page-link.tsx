import { Link } from "@tanstack/react-router";
import { formatTotal, useWaiting } from "../api-client/use-waiting.ts";
import styles from "./admin-layout.module.css";
import type { AdminPage } from "./admin-pages.ts";

interface PageLinkProps {
  page: AdminPage;
  showsHint?: boolean;
  onFollow: () => void;
}

/** A link to a page of the administrators' area, with the number of items that wait there. */
export function PageLink({ page, showsHint = false, onFollow }: PageLinkProps) {
  const { data } = useWaiting();
  const queue = page.waiting && data?.[page.waiting];
  return (
    <Link
      to={page.to}
      className={styles.link}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={onFollow}
    >
      <span className={styles.label}>
        {page.label}
        {queue && queue.total > 0 ? (
          <span className={styles.count}>
            {formatTotal(queue)}
            <span className={styles.unseen}> waiting</span>
          </span>
        ) : null}
      </span>
      {showsHint ? <span className={styles.hint}>{page.hint}</span> : null}
    </Link>
  );
}
