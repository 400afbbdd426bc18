import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useSubjectTitle } from "../document/page-meta.ts";
import { Mark } from "../../components/brand/mark.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { adminSessionQuery } from "../session/admin-session.ts";
import { sessionQuery } from "../session/session.ts";

const AdminLayout = lazyComponent(() => import("./admin-layout.tsx").then((m) => m.AdminLayout));
const TraderLayout = lazyComponent(() => import("./trader-layout.tsx").then((m) => m.TraderLayout));

/** Shown at an unknown address, with the navigation of the area that the user is signed in to. */
export function NotFound() {
  // Only what the page has already found out.
  const isAdmin = useQuery({ ...adminSessionQuery, enabled: false }).data === true;
  const isTrader = Boolean(useQuery({ ...sessionQuery, enabled: false }).data);
  const isInAdminArea = useLocation({ select: ({ pathname }) => pathname.startsWith("/admin") });
  if (isAdmin && (isInAdminArea || !isTrader)) {
    return (
      <AdminLayout>
        <NotFoundMessage home="/admin/dashboard" />
      </AdminLayout>
    );
  }
  if (isTrader && !isInAdminArea) {
    return (
      <TraderLayout>
        <NotFoundMessage home="/" />
      </TraderLayout>
    );
  }
  return (
    <main>
      <NotFoundMessage home="/" />
    </main>
  );
}

/** The message within a page that has its navigation. */
export function NotFoundMessage({ home }: { home: "/" | "/admin/dashboard" }) {
  useSubjectTitle("Page not found");
  return (
    <MessageView
      figure={<Mark size={40} />}
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
      action={<a href={home}>Go to the dashboard</a>}
    />
  );
}
