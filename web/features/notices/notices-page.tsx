import List from "@mui/material/List";
import Paper from "@mui/material/Paper";
import type { Notice } from "../../../src/business/office/notices/notice.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { cursorPages } from "../../app/api-client/queries.ts";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { trpc } from "../../trpc.ts";
import Box from "@mui/material/Box";
import ListItem from "@mui/material/ListItem";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import { TextButton } from "../../components/button/text-button.tsx";
import { formatMoment, sayTimes } from "../../domain/format/dates.ts";

/** Lists the notices that the firm has emailed to the trader, newest first. */
export function NoticesPage() {
  const utils = trpc.useUtils();
  const status = trpc.trader.notices.status.useQuery();
  const query = trpc.trader.notices.page.useInfiniteQuery(
    {},
    { ...cursorPages, refetchOnMount: "always" },
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
      <Paper variant="outlined">
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
            <List component="ol" aria-label="Notices" disablePadding>
              {rows.map((notice) => (
                <NoticeItem
                  key={notice.id}
                  notice={notice}
                  onRead={() => read.mutate({ ids: [notice.id] })}
                />
              ))}
            </List>
          )}
        </LoadedPages>
      </Paper>
    </>
  );
}

interface NoticeItemProps {
  notice: Notice;
  onRead: () => void;
}

function NoticeItem({ notice, onRead }: NoticeItemProps) {
  const { subject, paragraphs, note, linkLabel, linkPath, at, readAt } = notice;
  return (
    <ListItem divider sx={readAt === null ? [look, unread] : look}>
      <Box
        sx={{ display: { xs: "grid", sm: "flex" }, justifyContent: "space-between", gap: "0 1rem" }}
      >
        <Typography
          component="h2"
          variant="body1"
          sx={{ fontWeight: readAt === null ? 650 : 500, overflowWrap: "anywhere" }}
        >
          {readAt === null ? <span className="visually-hidden">Unread: </span> : null}
          {subject}
        </Typography>
        <Typography
          component="time"
          variant="body2"
          color="textSecondary"
          dateTime={at.toISOString()}
          sx={{ flex: "none" }}
        >
          {formatMoment(at)}
        </Typography>
      </Box>
      {paragraphs.map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the texts of a notice never change
        <p key={index}>{sayTimes(paragraph)}</p>
      ))}
      {note ? (
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      ) : null}
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          gap: "0.25rem 1.25rem",
          "&:empty": { display: "none" },
        }}
      >
        {linkPath ? (
          <Link to={linkPath} onClick={readAt === null ? onRead : undefined}>
            {linkLabel}
          </Link>
        ) : null}
        {readAt === null ? (
          <TextButton aria-label={`Mark as read: ${subject}`} onClick={onRead}>
            Mark as read
          </TextButton>
        ) : null}
      </Box>
    </ListItem>
  );
}

const look = {
  display: "grid",
  justifyContent: "stretch",
  gap: 0.75,
  p: "1rem 1.25rem 1rem 2rem",
  "&:last-of-type": { border: 0 },
  "& p": { maxWidth: "70ch", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
};

/** A dot before the subject. */
const unread = {
  "&::before": {
    content: '""',
    position: "absolute",
    inset: "1.5rem auto auto 0.875rem",
    width: 8,
    height: 8,
    borderRadius: "50%",
    bgcolor: "primary.main",
  },
};
