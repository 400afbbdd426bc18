import { createFileRoute, Navigate, useLocation, useNavigate } from "@tanstack/react-router";
import { Spinner } from "../components/feedback/spinner.tsx";
import { lazyComponent } from "../components/lazy/lazy-component.tsx";
import { Tabs } from "../components/tabs/tabs.tsx";
import { BannedNotice, LoginForm } from "../features/sign-in/login-form.tsx";
import { PublicLayout } from "../app/layouts/public-layout.tsx";
import { readReturnPath, useReturnPath } from "../app/session/return-path.tsx";
import { useSession } from "../app/session/session.ts";

const AdminAccessForm = lazyComponent(() =>
  import("../features/sign-in/admin-access-form.tsx").then((m) => m.AdminAccessForm),
);

/** Loaded on demand, because most visitors sign in. */
const SignUpForm = lazyComponent(() =>
  import("../features/sign-in/sign-up-form.tsx").then((m) => m.SignUpForm),
);

export const Route = createFileRoute("/auth")({ component: AuthScreen });

type TraderPanel = "login" | "register";

const tabs = [
  { key: "login", label: "Login" },
  { key: "register", label: "Sign Up" },
] as const;

/** The URL selects the panel, so that links can open either of them. Pages of administrators lead to theirs. */
function AuthScreen() {
  const session = useSession();
  const hash = useLocation({ select: (location) => location.hash });
  const isForAdmin = useLocation({
    select: ({ state }) => readReturnPath(state.returnPath, "admin") !== undefined,
  });
  const navigate = useNavigate();

  if (session.isPending) return <Spinner />;
  if (session.data) return <ToTraderPage />;

  const open = (panel: TraderPanel) =>
    void navigate({
      to: "/auth",
      hash: panel === "register" ? panel : undefined,
      state: isForAdmin ? {} : true,
      replace: true,
    });

  return (
    <PublicLayout>
      <BannedNotice />
      {hash === "admin" || (hash === "" && isForAdmin) ? (
        <AdminAccessForm onReturn={() => open("login")} fallback={<Spinner />} />
      ) : (
        <TraderPanels selected={hash === "register" ? "register" : "login"} onSelect={open} />
      )}
    </PublicLayout>
  );
}

function ToTraderPage() {
  // `href` takes precedence; the router's types require `to` as well.
  return <Navigate to="/" href={useReturnPath("trader", "/")} replace />;
}

interface TraderPanelsProps {
  selected: TraderPanel;
  onSelect: (panel: TraderPanel) => void;
}

function TraderPanels({ selected, onSelect }: TraderPanelsProps) {
  return (
    <Tabs name="Account" tabs={tabs} selected={selected} onSelect={onSelect} isWide>
      {selected === "login" ? <LoginForm /> : <SignUpForm fallback={<Spinner />} />}
    </Tabs>
  );
}
