import { createFileRoute, Link } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { LinkLetter } from "../../features/trader-links/link-letter.tsx";
import { trpc } from "../../trpc.ts";

export const Route = createFileRoute("/_trader/links/$id")({
  component: OwnLink,
  staticData: { title: "Link" },
});

function OwnLink() {
  const id = parseId(Route.useParams().id);
  return id === undefined ? <MissingLink /> : <KnownLink key={id} id={id} />;
}

function KnownLink({ id }: { id: number }) {
  const query = trpc.trader.links.get.useQuery({ id }, { staleTime: staleTimes.traderData });
  return (
    <Loaded query={query} noun="the link" skeleton={6} missing={<MissingLink />}>
      {(link) => <LinkLetter link={link} />}
    </Loaded>
  );
}

function MissingLink() {
  return (
    <MessageView
      title="Link not found"
      text="Your account has no link at this address."
      action={<Link to="/links">Go to your links</Link>}
    />
  );
}
