import { createFileRoute, Navigate } from "@tanstack/react-router";
import { partnerFragment } from "../page-meta.ts";
import { useSession } from "../session/session.ts";

export const Route = createFileRoute("/partnerali932")({ component: PartnerEntrance });

/** Partners hand out this address with the firm's fragment in it; to others it shows nothing. */
function PartnerEntrance() {
  const session = useSession();
  const isInvited = partnerFragment !== "" && window.location.href.includes(partnerFragment);
  if (session.isPending || session.data || !isInvited) return null;
  return <Navigate to="/auth" replace />;
}
