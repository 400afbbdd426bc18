import { createFileRoute, Navigate } from "@tanstack/react-router";
import { partnerFragment } from "../document/page-meta.ts";
import { useSession } from "../session/session.ts";

export const Route = createFileRoute("/partnerali932")({ component: PartnerEntrance });

/** Partners hand out this address with the firm's fragment in it; to others it shows nothing. */
function PartnerEntrance() {
  const session = useSession();
  // Not the path: it ends in the usual fragment itself, and would invite everybody.
  const { search, hash } = window.location;
  const isInvited = partnerFragment !== "" && `${search}${hash}`.includes(partnerFragment);
  if (session.isPending || session.data || !isInvited) return null;
  return <Navigate to="/auth" replace />;
}
