import { createFileRoute } from "@tanstack/react-router";
import { IdentityPage } from "../../features/identity/identity-page.tsx";

export const Route = createFileRoute("/_trader/identity")({
  component: IdentityPage,
  staticData: { title: "Identity" },
});
