import styles from "./words-list.module.css";

/** Lists the differences between two versions of the rules, in words. */
export function ChangesList({ changes }: Readonly<{ changes: readonly string[] }>) {
  if (changes.length === 0) return <p className={styles.none}>No difference</p>;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
