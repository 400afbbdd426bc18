import type { ReactNode } from "react";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { BannedTag } from "../../components/badge/banned-tag.tsx";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import { TraderTags } from "./trader-tags.tsx";
import styles from "./trader.module.css";

interface TraderHeaderProps {
  trader: TraderListItem;
  /** Buttons and the action menu. */
  actions: ReactNode;
}

/** Shows whose page it is, with the available actions. */
export function TraderHeader({ trader, actions }: TraderHeaderProps) {
  const { status, login, phase } = trader.tradingAccount;
  const facts = [
    trader.fullName ? trader.email : undefined,
    trader.emailVerifiedAt ? undefined : "Email not verified",
    login ? `Login ${login}` : undefined,
    phase,
  ];
  return (
    <header className={styles.header}>
      <BackToUsers />
      <div className={styles.identity}>
        <div className={styles.name}>
          <h1>{displayName(trader)}</h1>
          <StatusBadge status={status} />
          {trader.banned ? <BannedTag /> : null}
          <TraderTags userId={trader.id} tags={trader.tags} />
        </div>
        <div className={styles.clip}>
          <ul className={styles.facts}>
            {facts.filter(Boolean).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        {trader.banned && trader.banReason ? (
          <p className={styles.banned}>Banned: {trader.banReason}</p>
        ) : null}
      </div>
      <div className={styles.actions}>{actions}</div>
    </header>
  );
}

export function BackToUsers() {
  return <BackLink to="/admin/users">Users</BackLink>;
}
