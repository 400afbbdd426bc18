import { createFileRoute, Navigate } from "@tanstack/react-router";
import { partnerFragment } from "../app/document/page-meta.ts";
import { useSession } from "../app/session/session.ts";

export const Route = createFileRoute("/partnerali932")({ component: PartnerEntrance });

/**
 * The entrance for partners, who share this URL with the firm's fragment in it. Without the fragment, it shows nothing.
 */
function PartnerEntrance() {
  const session = useSession();
  // Ignores the path, which itself ends in the default fragment.
  const { search, hash } = window.location;
  const isInvited = partnerFragment !== "" && `${search}${hash}`.includes(partnerFragment);
  if (session.isPending || session.data || !isInvited) return null;
  return <Navigate to="/auth" replace />;
}
