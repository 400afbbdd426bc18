import { createFileRoute } from "@tanstack/react-router";
import { LinkList } from "../../features/trader-links/link-list.tsx";

export const Route = createFileRoute("/_trader/links/")({
  component: LinkList,
  staticData: { title: "Links" },
});
