import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_trader/settings")({ component: () => null });
