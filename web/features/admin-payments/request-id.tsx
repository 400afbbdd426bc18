import { Link } from "@tanstack/react-router";
import styles from "./payments.module.css";

/** The id of a request, linked to its page. */
export function RequestId({ id }: { id: number }) {
  return (
    <Link to="/admin/payouts/$id" params={{ id: String(id) }} className={styles.link}>
      {`#${id}`}
    </Link>
  );
}
