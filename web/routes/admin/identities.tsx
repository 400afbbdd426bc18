import { createFileRoute } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { IdentityQueue } from "../../features/admin-identities/identity-queue.tsx";
import { identityDialogs, OpenIdentity } from "../../features/admin-identities/open-identity.tsx";

/** The list, or the identity that is open. */
interface Search extends DialogSearch<typeof identityDialogs> {
  identity?: number | undefined;
}

export const Route = createFileRoute("/admin/identities")({
  validateSearch: (raw: Record<string, unknown>): Search => raw,
  component: Identities,
  staticData: { title: "Identities" },
});

function Identities() {
  const { identity }: Record<string, unknown> = { ...Route.useSearch() };
  const id = parseId(String(identity));
  return (
    <>
      <PageHeader title="Identities" subtitle="Documents of traders to check, oldest first" />
      {id === undefined ? <IdentityQueue /> : <OpenIdentity key={id} id={id} />}
      <Dialogs of={identityDialogs} with={{ identityId: id }} />
    </>
  );
}
