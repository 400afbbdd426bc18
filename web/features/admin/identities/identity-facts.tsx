import { Link } from "@tanstack/react-router";
import { documentKinds } from "../../../../src/business/traders/identity/identity.rule.ts";
import type { AdminIdentity } from "../../../../src/business/traders/identity/identity.schema.ts";
import { namesMatch } from "../../../../src/business/traders/identity/name-match.rule.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { NameText } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";

/** What the trader has entered, how it compares with other names, and how it was decided. */
export function IdentityFacts({ id, identity }: { id: number; identity: AdminIdentity }) {
  const { userId, fullName, legalName, documentKind, decidedAt, decidedBy } = identity;
  const address = [identity.street, identity.houseNumber, identity.city, identity.country];
  return (
    <Facts>
      <Fact name="Name of the account">
        <Link to="/admin/users/$id" params={{ id: String(userId) }}>
          <NameText>{fullName ?? `Trader #${userId}`}</NameText>
        </Link>{" "}
        <NameBadge matches={legalName && fullName ? namesMatch(legalName, fullName) : null} />
      </Fact>
      <Payees id={id} />
      <Fact name="Date of birth">{identity.birthDate ?? "Unknown"}</Fact>
      <Fact name="Address">{address.filter(Boolean).join(", ") || "Unknown"}</Fact>
      <Fact name="Document">{documentKind ? documentKinds[documentKind] : "Unknown"}</Fact>
      <Fact name="Valid until">{identity.documentExpiresOn ?? "No end"}</Fact>
      {identity.submittedAt ? (
        <Fact name="Sent on">{formatMoment(identity.submittedAt)}</Fact>
      ) : null}
      {decidedAt && decidedBy ? (
        <Fact name="Decided">{`${formatMoment(decidedAt)} by ${decidedBy}`}</Fact>
      ) : null}
      {identity.expiresAt ? (
        <Fact name="Approved until">{formatMoment(identity.expiresAt)}</Fact>
      ) : null}
      {identity.reason ? <Fact name="Reason">{identity.reason}</Fact> : null}
    </Facts>
  );
}

/** Says whether a name is that of the identity; renders nothing unless both are known. */
function NameBadge({ matches }: { matches: boolean | null }) {
  if (matches === null) return null;
  return <Badge tone={matches ? "green" : "orange"}>{matches ? "Same name" : "Other name"}</Badge>;
}

/** Who is paid by the trader's open requests. Another name is read on the request, where each reading is recorded. */
function Payees({ id }: { id: number }) {
  const { data: payees = [] } = trpc.admin.identities.payees.useQuery({ id });
  return payees.map(({ id: requestId, payee, matches }) => (
    <Fact key={requestId} name={`Payee of request #${requestId}`}>
      <Link to="/admin/payouts/$id" params={{ id: String(requestId) }}>
        {payee ?? "See the request"}
      </Link>{" "}
      <NameBadge matches={matches} />
    </Fact>
  ));
}
