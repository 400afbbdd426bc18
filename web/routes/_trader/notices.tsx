import { createFileRoute } from "@tanstack/react-router";
import { NoticesPage } from "../../features/notices/notices-page.tsx";

export const Route = createFileRoute("/_trader/notices")({
  component: NoticesPage,
  staticData: { title: "Notices" },
});
