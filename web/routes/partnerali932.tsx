import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/partnerali932")({ component: () => null });
