import type { ApiTokenView } from "../../../../src/identity/tokens/tokens.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { Tag, TagList } from "../../../components/badge/tag.tsx";
import { Button } from "../../../components/button/button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { NoValue } from "../../../components/panel/facts.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { Moment } from "../../../domain/format/moment.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { trpc } from "../../../trpc.ts";
import { tokenDialogs } from "./token-dialogs.ts";
import { tokenStatus } from "./token-status.ts";

/** Lists all tokens, newest first. */
export function TokenList() {
  const query = trpc.admin.tokens.list.useQuery();
  return (
    <TableSurface>
      <Loaded query={query} noun="the API tokens" skeleton={4} isInset>
        {(tokens) =>
          tokens.length > 0 ? (
            <TokenTable tokens={tokens} now={new Date(query.dataUpdatedAt)} />
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

interface TokenTableProps {
  tokens: readonly ApiTokenView[];
  /** The time when the list was loaded. */
  now: Date;
}

function TokenTable({ tokens, now }: TokenTableProps) {
  const open = useOpenDialog(tokenDialogs);
  const columns: Column<ApiTokenView>[] = [
    {
      title: "Label",
      cell: ({ label, createdBy }) => (
        <Lines below={`by ${shorten(createdBy.name)}`}>
          <strong>{shorten(label)}</strong>
        </Lines>
      ),
    },
    {
      title: "Scopes",
      cell: ({ scopes }) => (
        <TagList name="Scopes">
          {scopes.map((scope) => (
            <Tag key={scope} text={scope} />
          ))}
        </TagList>
      ),
    },
    { title: "Created", cell: ({ createdAt }) => <Moment at={createdAt} as="day" /> },
    {
      title: "Expires",
      cell: ({ expiresAt }) =>
        expiresAt ? <Moment at={expiresAt} as="day" /> : <NoValue>Never</NoValue>,
    },
    {
      title: "Last Used",
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <Moment at={lastUsedAt} as="ago" /> : <NoValue>Never</NoValue>,
    },
    { title: "Status", cell: (token) => <StatusBadge status={tokenStatus(token, now)} /> },
    {
      title: "Actions",
      align: "end",
      cell: (token) =>
        token.revokedAt ? null : (
          <Button
            size="small"
            aria-label={`Revoke ${shorten(token.label)}`}
            onClick={() => open("revoke", token.id)}
          >
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <Table name="API tokens" columns={columns} rows={tokens} rowKey={({ id }) => id} isInset />
  );
}
