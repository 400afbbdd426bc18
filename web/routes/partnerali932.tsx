import { createFileRoute, Navigate } from "@tanstack/react-router";
import { partnerFragment } from "../document/page-meta.ts";
import { useSession } from "../session/session.ts";

export const Route = createFileRoute("/partnerali932")({ component: PartnerEntrance });

/** Partners share this address with the firm's fragment in it; without the fragment it is empty. */
function PartnerEntrance() {
  const session = useSession();
  // The path is not searched: it ends in the default fragment itself.
  const { search, hash } = window.location;
  const isInvited = partnerFragment !== "" && `${search}${hash}`.includes(partnerFragment);
  if (session.isPending || session.data || !isInvited) return null;
  return <Navigate to="/auth" replace />;
}
