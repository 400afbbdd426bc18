import { createFileRoute, Link } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { useSubjectTitle } from "../../app/document/page-meta.ts";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { linkDialogs } from "../../features/admin/links/link-dialogs.ts";
import { LinkPage } from "../../features/admin/links/link-page.tsx";
import { useLink } from "../../domain/links/use-link.ts";

export const Route = createFileRoute("/admin/links/$id")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof linkDialogs> => raw,
  component: LinkCase,
  staticData: { title: "Case" },
});

function LinkCase() {
  const id = parseId(Route.useParams().id);
  if (id === undefined) return <MissingCase />;
  return (
    <PermittedContent to="links.read" title="Your role does not see cases">
      <LoadedCase key={id} id={id} />
    </PermittedContent>
  );
}

function LoadedCase({ id }: { id: number }) {
  const query = useLink(id);
  useSubjectTitle(`Case #${id}`);
  return (
    <>
      <BackLink to="/admin/links">All cases</BackLink>
      <Loaded query={query} noun="the case" skeleton={6} missing={<MissingCase />}>
        {(view) => <LinkPage view={view} />}
      </Loaded>
      <Dialogs of={linkDialogs} />
    </>
  );
}

function MissingCase() {
  return (
    <MessageView
      title="Case not found"
      text="There is no case at this address."
      action={<Link to="/admin/links">Go to all cases</Link>}
    />
  );
}
