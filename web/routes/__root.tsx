import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { Mark } from "../components/brand/mark.tsx";
import { MessageView } from "../components/feedback/message-view.tsx";
import { ToastHost } from "../components/toast/toast-host.tsx";
import { TooltipHost } from "../components/tooltip/tooltip-host.tsx";
import { usePageTitle } from "../app/document/page-title.ts";
import { useFollowOtherTabs } from "../app/session/use-follow-other-tabs.ts";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  useFollowOtherTabs();
  usePageTitle();
  return (
    <>
      <Outlet />
      <ToastHost />
      <TooltipHost />
    </>
  );
}

function NotFound() {
  return (
    <main>
      <MessageView
        figure={<Mark size={40} />}
        title="404 Page Not Found"
        text="Did you forget to add the page to the router?"
        action={<a href="/">Go to the dashboard</a>}
      />
    </main>
  );
}
