import type { ReactNode } from "react";
import type { ApiTokenView } from "../../../src/identity/tokens/tokens.schema.ts";
import { TableSurface } from "../../components/data-table/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { trpc } from "../../trpc.ts";
import { TokenTable } from "./token-table.tsx";
import styles from "./tokens.module.css";
import { useRefusal } from "../../session/use-may.ts";

interface TokenListProps {
  onRevoke: (token: ApiTokenView) => void;
}

/** All tokens, newest first. */
export function TokenList({ onRevoke }: TokenListProps) {
  const tokens = trpc.admin.tokens.list.useQuery();
  const refusal = useRefusal("tokens.manage");
  return <TableSurface>{rows()}</TableSurface>;

  function rows(): ReactNode {
    if (refusal) return <EmptyState icon="key" title="Only owners see API tokens" text={refusal} />;
    if (tokens.isPending) {
      return (
        <div className={styles.waiting}>
          <TableSkeleton name="Loading API tokens" rows={4} />
        </div>
      );
    }
    if (!tokens.data) {
      return (
        <div className={styles.waiting}>
          <LoadFailure
            text="Failed to load the API tokens."
            onRetry={() => void tokens.refetch()}
          />
        </div>
      );
    }
    if (tokens.data.length === 0) {
      return (
        <EmptyState
          icon="key"
          title="No API tokens"
          text="Create one for each tool, with only the scopes that it needs."
        />
      );
    }
    const readAt = new Date(tokens.dataUpdatedAt);
    return <TokenTable tokens={tokens.data} now={readAt} onRevoke={onRevoke} />;
  }
}
