import type { ApiTokenView } from "../../../src/identity/tokens/tokens.schema.ts";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { trpc } from "../../trpc.ts";
import { TokenTable } from "./token-table.tsx";

interface TokenListProps {
  onRevoke: (token: ApiTokenView) => void;
}

/** Lists all tokens, newest first. */
export function TokenList({ onRevoke }: TokenListProps) {
  const query = trpc.admin.tokens.list.useQuery();
  return (
    <TableSurface>
      <Loaded query={query} noun="the API tokens" skeleton={4} isInset>
        {(tokens) =>
          tokens.length > 0 ? (
            <TokenTable tokens={tokens} now={new Date(query.dataUpdatedAt)} onRevoke={onRevoke} />
          ) : (
            <EmptyState
              icon="key"
              title="No API tokens"
              text="Create one for each tool, with only the scopes that it needs."
            />
          )
        }
      </Loaded>
    </TableSurface>
  );
}
