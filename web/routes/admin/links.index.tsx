import { createFileRoute } from "@tanstack/react-router";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { linkDialogs } from "../../features/admin/links/link-dialogs.ts";
import { LinkQueue } from "../../features/admin/links/link-queue.tsx";
import { type LinkSearch, readLinkSearch } from "../../features/admin/links/link-search.ts";

export const Route = createFileRoute("/admin/links/")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): LinkSearch & DialogSearch<typeof linkDialogs> =>
    raw,
  component: LinksPage,
  staticData: { title: "Links" },
});

function LinksPage() {
  const search = readLinkSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const open = useOpenDialog(linkDialogs);
  return (
    <>
      <PageHeader
        title="Links"
        subtitle="Accounts that trade alike or against each other, or seem to belong to one person"
        aside={
          <>
            <PermittedButton ability="links.decide" onClick={() => open("compare-all")}>
              Compare All Now
            </PermittedButton>
            <PermittedButton
              ability="links.decide"
              look="primary"
              onClick={() => open("open-link")}
            >
              Open a Case
            </PermittedButton>
          </>
        }
      />
      <PermittedContent to="links.read" title="Your role does not see cases">
        <LinkQueue search={search} onChange={(chosen) => void navigate({ search: chosen })} />
      </PermittedContent>
      <Dialogs of={linkDialogs} />
    </>
  );
}
