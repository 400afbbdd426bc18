import { Link } from "@tanstack/react-router";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import { conclusion, linkState } from "./link-words.ts";

/** Lists the links of the trader's own account that were confirmed, newest first. */
export function LinkList() {
  const query = trpc.trader.links.list.useQuery(undefined, { staleTime: staleTimes.traderData });
  return (
    <>
      <PageHeader
        title="Links"
        subtitle="What links your account to others, and what you can do about it"
      />
      <Loaded query={query} noun="the links" skeleton={4}>
        {(links) =>
          links.length === 0 ? (
            <EmptyState
              icon="circleCheck"
              title="No links"
              text="Your account was not found to be linked to others."
            />
          ) : (
            <Stack>
              {links.map((link) => (
                <Panel
                  key={link.id}
                  title={`Link #${link.id}`}
                  subtitle={`Decided ${formatMoment(link.decidedAt)}`}
                  aside={<Badge tone={linkState(link).tone}>{linkState(link).word}</Badge>}
                >
                  <Stack>
                    <p>{conclusion(link)}</p>
                    <p>
                      <Link
                        to="/links/$id"
                        params={{ id: String(link.id) }}
                        style={{ textDecoration: "underline" }}
                      >
                        {`Read the letter about link #${link.id}`}
                      </Link>
                    </p>
                  </Stack>
                </Panel>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}
