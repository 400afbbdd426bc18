import { formatDistanceToNow } from "date-fns";
import type { ApiTokenView } from "../../../src/identity/tokens/tokens.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatDay, formatMoment } from "../../domain/format/dates.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { tokenStatus } from "./token-status.ts";
import styles from "./tokens.module.css";

interface TokenTableProps {
  tokens: readonly ApiTokenView[];
  /** The time when the list was loaded. */
  now: Date;
  onRevoke: (token: ApiTokenView) => void;
}

export function TokenTable({ tokens, now, onRevoke }: TokenTableProps) {
  const columns: Column<ApiTokenView>[] = [
    { title: "Label", cell: (token) => <Label token={token} /> },
    { title: "Scopes", cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    { title: "Created", cell: ({ createdAt }) => <Day at={createdAt} /> },
    { title: "Expires", cell: ({ expiresAt }) => <Day at={expiresAt} /> },
    { title: "Last Used", cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} /> },
    { title: "Status", cell: (token) => <StatusBadge status={tokenStatus(token, now)} /> },
    {
      title: "Actions",
      align: "end",
      cell: (token) =>
        token.revokedAt ? null : (
          <Button
            size="small"
            aria-label={`Revoke ${shorten(token.label)}`}
            onClick={() => onRevoke(token)}
          >
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <div className={styles.table}>
      <Table name="API tokens" columns={columns} rows={tokens} rowKey={({ id }) => id} />
    </div>
  );
}

function Scopes({ scopes }: Pick<ApiTokenView, "scopes">) {
  return (
    <ul className={styles.scopes}>
      {scopes.map((scope) => (
        <li key={scope}>{scope}</li>
      ))}
    </ul>
  );
}

function Label({ token: { label, createdBy } }: { token: ApiTokenView }) {
  return (
    <span className={styles.label}>
      <strong>{shorten(label)}</strong>
      <small>{`by ${shorten(createdBy)}`}</small>
    </span>
  );
}

function Day({ at }: { at: Date | null }) {
  if (!at) return <span className={styles.soft}>Never</span>;
  return (
    <time dateTime={at.toISOString()} title={formatMoment(at)} className={styles.time}>
      {formatDay(at)}
    </time>
  );
}

function LastUse({ at }: { at: Date | null }) {
  if (!at) return <span className={styles.soft}>Never</span>;
  return (
    <time dateTime={at.toISOString()} title={formatMoment(at)} className={styles.time}>
      {formatDistanceToNow(at, { addSuffix: true })}
    </time>
  );
}
