import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_trader/")({ component: () => <p>Dashboard</p> });
