import styles from "./users.module.css";

export function BannedTag() {
  return <span className={styles.tag}>Banned</span>;
}
