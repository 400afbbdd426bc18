import { createFileRoute } from "@tanstack/react-router";
import { PublicLayout } from "../app/layouts/public-layout.tsx";
import { NotMe } from "../features/second-factor/not-me.tsx";

export const Route = createFileRoute("/not-me")({
  component: NotMeScreen,
  staticData: { title: "Undo a change" },
});

function NotMeScreen() {
  return (
    <PublicLayout>
      <NotMe />
    </PublicLayout>
  );
}
