import { Link } from "@tanstack/react-router";
import styles from "./bar.module.css";

const links = [
  { to: "/", label: "Dashboard" },
  { to: "/settings", label: "Settings" },
  { to: "/payouts", label: "Payouts" },
  { to: "/certificates", label: "Certificates" },
] as const;

/** The router marks the current one with `aria-current="page"`. */
export function TraderLinks({ onFollow }: { onFollow?: () => void }) {
  return links.map(({ to, label }) => (
    <Link
      key={to}
      to={to}
      className={styles.link}
      activeOptions={{ exact: true }}
      onClick={onFollow}
    >
      {label}
    </Link>
  ));
}
