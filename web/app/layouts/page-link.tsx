import { Link } from "@tanstack/react-router";
import styles from "./admin-layout.module.css";
import type { AdminPage } from "./admin-pages.ts";
import { WaitingCount } from "./waiting-count.tsx";

interface PageLinkProps {
  page: AdminPage;
  showsHint?: boolean;
  onFollow: () => void;
}

/** A link to a page of the administrators' area, with the number of items that wait there. */
export function PageLink({ page, showsHint = false, onFollow }: PageLinkProps) {
  return (
    <Link
      to={page.to}
      className={styles.link}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={onFollow}
    >
      <span className={styles.label}>
        {page.label}
        {page.waiting ? <WaitingCount queue={page.waiting} /> : null}
      </span>
      {showsHint ? <span className={styles.hint}>{page.hint}</span> : null}
    </Link>
  );
}
