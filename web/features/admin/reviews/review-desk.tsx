import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { createLink, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { QueuedReview } from "../../../../src/business/decisions/reviews/review.schema.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../../components/loaded/loaded-pages.tsx";
import { BackLink } from "../../../components/page/back-link.tsx";
import { shorten, PersonName } from "../../../domain/format/texts.tsx";
import { Moment } from "../../../domain/format/moment.tsx";
import { gradeWords } from "../../../domain/verdicts/verdict-words.ts";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { ReviewDetails } from "./review-details.tsx";
import { queueBadge, reviewedAt, reviewSubjects } from "./review-words.ts";
import { useReviewPages } from "./use-reviews.ts";

interface ReviewDeskProps {
  selected: number | undefined;
  /** Renders the chart of a review's stage. */
  chart: (review: QueuedReview) => ReactNode;
  onIssueCertificate: (review: QueuedReview) => void;
  onUploadCertificate: (review: QueuedReview) => void;
}

/** Shows the queue next to the open review; on small screens, only one of the two. */
export function ReviewDesk({ selected, ...parts }: ReviewDeskProps) {
  const { pane, isQueueEmpty } = useSelectedReview(selected);
  const isOpen = selected !== undefined;
  return (
    <Box sx={deskLook}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows take the focus */}
      <Box
        onKeyDown={moveWithArrows}
        sx={[queueLook, isOpen && { display: "none", [WIDE]: { display: "grid" } }]}
      >
        <Section
          title="Waiting"
          status="open"
          empty={
            <EmptyState
              icon="circleCheck"
              title="Nothing to review"
              text="A first breach or a pass under a stage's rules appears here."
            />
          }
        />
        <Section title="Decided" status="decided" />
      </Box>
      {isOpen ? (
        <Box component="section" ref={pane} tabIndex={-1} aria-label="Case" sx={caseLook}>
          <Box sx={{ [WIDE]: { display: "none" } }}>
            <BackLink to="/admin/reviews">All reviews</BackLink>
          </Box>
          <ReviewDetails id={selected} {...parts} />
        </Box>
      ) : isQueueEmpty ? (
        <Typography sx={noneLook}>Choose a review to see its case.</Typography>
      ) : null}
    </Box>
  );
}

/** From this width, the case is next to the queue. */
const WIDE = "@media (width >= 1024px)";

const deskLook = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: 2.5,
  alignItems: "start",
  [WIDE]: { gridTemplateColumns: "minmax(18rem, 1fr) minmax(0, 3fr)" },
};

/** Stays next to a long case, and scrolls on its own. */
const queueLook = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: 2.5,
  [WIDE]: {
    position: "sticky",
    insetBlockStart: "4.75rem",
    maxBlockSize: "calc(100dvh - 6rem)",
    overflowY: "auto",
  },
};

const caseLook = {
  minInlineSize: 0,
  "&:focus-visible": { outline: "none" },
  // Moves what is focused out from behind the decision.
  "& :is(a, button, summary, [role=slider])": { scrollMarginBlockEnd: "6.5rem" },
};

const noneLook = {
  display: "none",
  padding: "3rem 1.25rem",
  border: "1px dashed var(--line-strong)",
  borderRadius: "var(--radius-panel)",
  color: "text.secondary",
  textAlign: "center",
  [WIDE]: { display: "block" },
};

/**
 * On wide screens, opens the review that has waited longest if the address names none. Moves the focus to a case that
 * the user has opened, because on small screens the case replaces the queue.
 */
function useSelectedReview(selected: number | undefined) {
  const navigate = useNavigate();
  const waiting = useReviewPages("open");
  const pane = useRef<HTMLElement>(null);
  const openedAlone = useRef(selected);
  const oldest = waiting.isFetching ? undefined : waiting.data?.pages[0]?.rows[0]?.id;

  // Before the effect that opens a review, so that it compares with what that has opened earlier.
  useEffect(() => {
    if (selected === openedAlone.current) return;
    openedAlone.current = undefined;
    pane.current?.focus({ preventScroll: true });
  }, [selected]);

  useEffect(() => {
    const isWide = window.matchMedia("(width >= 1024px)").matches;
    if (selected !== undefined || oldest === undefined || !isWide) return;
    openedAlone.current = oldest;
    void navigate({ to: "/admin/reviews", search: { review: oldest }, replace: true });
  }, [selected, oldest, navigate]);

  return { pane, isQueueEmpty: waiting.isSuccess && oldest === undefined };
}

function moveWithArrows(event: KeyboardEvent<HTMLElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("li > a")];
  const at = rows.findIndex((row) => row === event.target);
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: rows[at + 1],
    ArrowUp: rows[at - 1],
    Home: rows[0],
    End: rows.at(-1),
  };
  const target = at === -1 ? undefined : targets[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

interface SectionProps {
  title: string;
  status: "open" | "decided";
  /** Shown if there are no reviews; without it, the section is left out. */
  empty?: ReactNode;
}

function Section({ title, status, empty }: SectionProps) {
  const query = useReviewPages(status);
  if (query.data?.pages[0]?.rows.length === 0 && empty === undefined) return null;
  return (
    <TableSurface title={title}>
      <LoadedPages query={query} noun="reviews" skeleton={3} isInset empty={empty}>
        {(reviews) => (
          <List aria-label={title} disablePadding>
            {reviews.map((review) => (
              <ReviewRow key={review.id} review={review} />
            ))}
          </List>
        )}
      </LoadedPages>
    </TableSurface>
  );
}

const RowLink = createLink(ListItemButton);

/** A review in the queue. The whole row is a link that opens it; the router marks that of the open one as current. */
function ReviewRow({ review }: { review: QueuedReview }) {
  const { trader, stage, verdict } = review;
  const { word, tone } = queueBadge(review);
  const at = reviewedAt(review);
  return (
    <ListItem disablePadding divider sx={{ "&:last-child": { borderBottom: 0 } }}>
      <RowLink to="/admin/reviews" search={{ review: review.id }} sx={rowLook}>
        <Stack component="span" direction="row" useFlexGap sx={lineLook}>
          <Box component="strong" sx={{ minInlineSize: 0, fontWeight: 550 }}>
            <PersonName of={trader} />
          </Box>
          <Badge tone={tone}>{word}</Badge>
        </Stack>
        {reviewSubjects(review).map((subject) => (
          <span key={subject}>{subject}</span>
        ))}
        <Typography component="span" variant="body2" sx={factsLook}>
          <span>{shorten(stage.phase)}</span>
          <Moment at={at} />
          <span>{gradeWords[verdict.grade]}</span>
        </Typography>
      </RowLink>
    </ListItem>
  );
}

const rowLook = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: 0.5,
  padding: "0.75rem 1.25rem",
  fontVariantNumeric: "tabular-nums",
  overflowWrap: "anywhere",
  "&:hover": { textDecoration: "none" },
  "&:focus-visible": { outlineOffset: -2 },
  "&[aria-current]": { background: "var(--accent-wash)", boxShadow: "inset 2px 0 var(--accent)" },
};

const lineLook = {
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "0.25rem 0.75rem",
};

const factsLook = {
  display: "flex",
  flexWrap: "wrap",
  columnGap: 1.5,
  color: "text.secondary",
};
