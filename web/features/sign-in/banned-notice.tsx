import { Notice } from "../../components/feedback/notice.tsx";
import { banNotice } from "../../app/session/ban-notice.ts";
import { useStore } from "../../app/store.ts";
import styles from "./sign-in.module.css";

export function BannedNotice() {
  const ban = useStore(banNotice);
  if (!ban) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="danger" title="Account banned">
        {ban.message ? <p>{ban.message}</p> : null}
        {ban.reason ? <p>Reason: {ban.reason}</p> : null}
      </Notice>
    </div>
  );
}
