import styles from "./banned-tag.module.css";

export function BannedTag() {
  return <span className={styles.tag}>Banned</span>;
}
