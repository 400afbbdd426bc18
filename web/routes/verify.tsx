import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

/**
 * Lazy on top of the router's own splitting: the initial bundle lists the files of all routes, and this one has many of
 * its own.
 */
export const Route = createFileRoute("/verify")({
  component: lazyRouteComponent(() => import("./-verify-screen.tsx"), "VerifyScreen"),
  staticData: { title: "Verify a case" },
});
