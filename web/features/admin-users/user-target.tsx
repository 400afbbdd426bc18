import { displayName } from "../../format/display-name.ts";
import styles from "./users.module.css";
import type { DialogUser } from "./user-dialog.ts";

/** Whom a dialog acts on. */
export function UserTarget({ user }: { user: DialogUser }) {
  return (
    <div className={styles.two}>
      <strong>{displayName(user)}</strong>
      {user.fullName ? <span className={styles.soft}>{user.email}</span> : null}
    </div>
  );
}
