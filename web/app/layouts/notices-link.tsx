import { Link } from "@tanstack/react-router";
import { useNoticeStatus } from "./notice-status.ts";
import styles from "./notices.module.css";

interface NoticesLinkProps {
  isWide?: boolean;
  onFollow?: () => void;
}

/** Links to the notices, with the number of unread ones. */
export function NoticesLink({ isWide = false, onFollow }: NoticesLinkProps) {
  const unread = useNoticeStatus().data?.unread ?? 0;
  return (
    <Link to="/notices" className={isWide ? styles.wide : styles.link} onClick={onFollow}>
      Notices
      {unread > 0 ? (
        <span className={styles.count}>
          {unread > 99 ? "99+" : unread}
          <span className="visually-hidden"> unread</span>
        </span>
      ) : null}
    </Link>
  );
}
