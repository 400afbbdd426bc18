import Typography from "@mui/material/Typography";
import { useRef, type ReactNode } from "react";
import { formatCount } from "../../domain/format/figures.ts";
import { Button } from "../button/button.tsx";
import { LoadFailure } from "../feedback/load-failure.tsx";
import { Loaded } from "./loaded.tsx";

interface PagesQuery<Row> {
  data: { pages: { rows: Row[] }[] } | undefined;
  isLoadingError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>;
}

interface LoadedPagesProps<Row> {
  query: PagesQuery<Row>;
  /** The plural of the rows, as in "Loading payment runs". */
  noun: string;
  /** Shown while the rows load: an element, or a number of skeleton lines. */
  skeleton: ReactNode;
  /** On a surface that has no padding. */
  isInset?: boolean;
  /** Shown if there are no rows. */
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** Shows rows that are loaded page by page, with a button that loads the next page. */
export function LoadedPages<Row>(props: LoadedPagesProps<Row>) {
  const { query, noun, skeleton, isInset = false, empty, children } = props;
  return (
    <Loaded query={query} noun={noun} skeleton={skeleton} isInset={isInset}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        if (rows.length === 0) return empty;
        return (
          <>
            {children(rows)}
            {query.hasNextPage || pages.length > 1 ? (
              <NextPage query={query} noun={noun} count={rows.length} isInset={isInset} />
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
}

type NextPageProps = Pick<LoadedPagesProps<unknown>, "query" | "noun"> & {
  count: number;
  isInset: boolean;
};

function NextPage({ query, noun, count, isInset }: NextPageProps) {
  const end = useRef<HTMLParagraphElement>(null);

  async function showMore() {
    const { hasNextPage } = await query.fetchNextPage();
    // Keeps the focus, because the button disappears.
    if (!hasNextPage) end.current?.focus();
  }

  return (
    <Typography
      component="footer"
      variant="body2"
      sx={isInset ? [footerLook, { px: 2.5, py: 1 }] : footerLook}
    >
      {query.isFetchNextPageError ? (
        <LoadFailure text={`Failed to load more ${noun}.`} onRetry={() => void showMore()} />
      ) : null}
      <p ref={end} tabIndex={-1} aria-live="polite">
        {query.hasNextPage
          ? `Showing the first ${formatCount(count)} ${noun}`
          : `Showing all ${formatCount(count)} ${noun}`}
      </p>
      {query.hasNextPage ? (
        <Button
          size="small"
          isPending={query.isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void showMore()}
        >
          Show More
        </Button>
      ) : null}
    </Typography>
  );
}

const footerLook = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "0.5rem 1rem",
  minHeight: "3.25rem",
  borderTop: "1px solid var(--line)",
  color: "text.secondary",
  fontVariantNumeric: "tabular-nums",
};
