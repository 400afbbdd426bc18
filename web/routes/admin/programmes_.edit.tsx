import { createFileRoute } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import {
  MissingProgramme,
  NewProgrammePage,
  NewProgrammeVersionPage,
} from "../../features/admin/programmes/programme-editor.tsx";

export const Route = createFileRoute("/admin/programmes_/edit")({
  validateSearch: (raw: { programme?: string }) => raw,
  component: EditProgramme,
  staticData: { title: "New Programme" },
});

/** Edits a new version of a programme, or a new programme if the URL names none. */
function EditProgramme() {
  const { programme } = Route.useSearch();
  if (programme === undefined) return <NewProgrammePage />;
  const id = parseId(programme);
  return id === undefined ? <MissingProgramme /> : <NewProgrammeVersionPage key={id} id={id} />;
}
