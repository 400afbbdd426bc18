import type { Notice } from "../../../src/business/firm/notices/notice.schema.ts";
import { showApiError } from "../../app/api-client/show-api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { trpc } from "../../trpc.ts";
import { NoticeItem } from "./notice-item.tsx";
import styles from "./notices.module.css";

/** Lists the notices that the firm has emailed to the trader, newest first. */
export function NoticesPage() {
  const utils = trpc.useUtils();
  const status = trpc.trader.notices.status.useQuery(undefined, { refetchOnMount: "always" });
  const query = trpc.trader.notices.page.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: "always" },
  );
  const read = trpc.trader.notices.read.useMutation({
    onSuccess: () => utils.trader.notices.invalidate(),
    onError: (error) => showApiError("Update failed", error),
  });
  const unread = status.data?.unread ?? 0;
  return (
    <>
      <PageHeader
        title="Notices"
        subtitle="What has happened with your account"
        aside={
          unread > 0 ? (
            <Button
              size="small"
              isPending={read.isPending && !read.variables?.ids}
              pendingLabel="Marking..."
              onClick={() => read.mutate({})}
            >
              Mark All as Read
            </Button>
          ) : null
        }
      />
      <div className={styles.surface}>
        <LoadedPages
          query={query}
          noun="notices"
          skeleton={5}
          isInset
          empty={
            <EmptyState
              icon="info"
              title="No notices yet"
              text="Decisions on payouts, reviews and certificates, and changes to your account appear here."
            />
          }
        >
          {(rows: Notice[]) => (
            <ol aria-label="Notices" className={styles.notices}>
              {rows.map((notice) => (
                <NoticeItem
                  key={notice.id}
                  notice={notice}
                  onRead={() => read.mutate({ ids: [notice.id] })}
                />
              ))}
            </ol>
          )}
        </LoadedPages>
      </div>
    </>
  );
}
