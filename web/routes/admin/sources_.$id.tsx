import { createFileRoute, Link } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { useSubjectTitle } from "../../app/document/page-meta.ts";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { shorten } from "../../domain/format/texts.tsx";
import { productDialogs, sourceDialogs } from "../../features/admin/sources/source-dialogs.ts";
import { SourcePage } from "../../features/admin/sources/source-page.tsx";
import { useSource } from "../../features/admin/sources/use-sources.ts";

const { add: _add, ...dialogs } = sourceDialogs;

export const Route = createFileRoute("/admin/sources_/$id")({
  validateSearch: (
    raw: Record<string, unknown>,
  ): DialogSearch<typeof dialogs & typeof productDialogs> => raw,
  component: Source,
  staticData: { title: "Source" },
});

function Source() {
  const id = parseId(Route.useParams().id);
  return (
    <>
      <PermittedContent to="sources.map" title="Only owners and risk managers see sources">
        {id === undefined ? <MissingSource /> : <LoadedSource key={id} id={id} />}
      </PermittedContent>
      <Dialogs of={dialogs} />
      <Dialogs of={productDialogs} with={{ sourceId: id ?? 0 }} />
    </>
  );
}

function LoadedSource({ id }: { id: number }) {
  const query = useSource(id);
  useSubjectTitle(shorten(query.data?.name ?? `Source #${id}`));
  return (
    <>
      <BackLink to="/admin/sources">All sources</BackLink>
      <Loaded query={query} noun="the source" skeleton={6}>
        {(source) => (source === null ? <MissingSource /> : <SourcePage source={source} />)}
      </Loaded>
    </>
  );
}

function MissingSource() {
  return (
    <MessageView
      title="Source not found"
      text="There is no source at this address. It may have been removed."
      action={<Link to="/admin/sources">Go to sources</Link>}
    />
  );
}
