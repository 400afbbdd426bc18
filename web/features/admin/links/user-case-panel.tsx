import { Link } from "@tanstack/react-router";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";
import { caseKindNames, caseStatuses } from "../../../domain/links/link-words.ts";

/** Shows the case that a user is in, if there is one. */
export function UserCasePanel({ userId }: { userId: number }) {
  const query = trpc.admin.links.list.useQuery({ userId }, { staleTime: staleTimes.adminTabs });
  return (
    <Panel title="Case" subtitle="What links the account to others.">
      <Loaded query={query} noun="the case" skeleton={2}>
        {([found]) =>
          found ? (
            <p>
              <Link
                to="/admin/links/$id"
                params={{ id: String(found.id) }}
                style={{ textDecoration: "underline" }}
              >
                {`Case #${found.id}`}
              </Link>
              {`: ${found.kinds.map((kind) => caseKindNames[kind]).join("; ")} `}
              <Badge tone={caseStatuses[found.status].tone}>
                {caseStatuses[found.status].word}
              </Badge>
            </p>
          ) : (
            <EmptyState icon="user" title="Not linked to other accounts" />
          )
        }
      </Loaded>
    </Panel>
  );
}
