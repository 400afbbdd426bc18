import { createFileRoute } from "@tanstack/react-router";
import { identityStatuses } from "../../../src/business/traders/identity/identity.rule.ts";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import {
  identityDialogs,
  recheckDialogs,
} from "../../features/admin/identities/identity-dialogs.ts";
import {
  type AttemptStatus,
  IdentityQueue,
} from "../../features/admin/identities/identity-queue.tsx";
import { OpenIdentity } from "../../features/admin/identities/open-identity.tsx";

/** The list of those with a status, or the identity that is open. */
interface Search extends DialogSearch<typeof identityDialogs & typeof recheckDialogs> {
  identity?: number | undefined;
  status?: AttemptStatus | undefined;
}

export const Route = createFileRoute("/admin/identities")({
  validateSearch: (raw: Record<string, unknown>): Search => raw,
  component: Identities,
  staticData: { title: "Identities" },
});

const attempted = identityStatuses.filter((each) => each !== "none");

function Identities() {
  const { identity, status }: Record<string, unknown> = { ...Route.useSearch() };
  const navigate = Route.useNavigate();
  const id = parseId(String(identity));
  return (
    <>
      <PageHeader title="Identities" subtitle="Documents of traders to check, oldest first" />
      {id === undefined ? (
        <IdentityQueue
          status={attempted.find((each) => each === status) ?? "submitted"}
          onStatus={(chosen) =>
            void navigate({
              search: chosen === "submitted" ? {} : { status: chosen },
              replace: true,
            })
          }
        />
      ) : (
        <OpenIdentity key={id} id={id} />
      )}
      <Dialogs of={identityDialogs} with={{ identityId: id }} />
      <Dialogs of={recheckDialogs} />
    </>
  );
}
