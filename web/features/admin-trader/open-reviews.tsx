import { Link } from "@tanstack/react-router";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { trpc } from "../../trpc.ts";

const titles = {
  breach: "A breach is waiting for a decision",
  pass: "A pass is waiting for a decision",
} as const;

/** Links to the trader's open reviews; renders nothing if there are none. */
export function OpenReviews({ userId }: { userId: number }) {
  const { data } = trpc.admin.reviews.list.useQuery(
    { userId, status: "open", limit: 10 },
    { staleTime: staleTimes.adminPages },
  );
  return data?.map(({ id, kind }) => (
    <Notice key={id} tone="info" title={titles[kind]}>
      <Link to="/admin/reviews" search={{ review: id }}>
        Open the review
      </Link>
    </Notice>
  ));
}
