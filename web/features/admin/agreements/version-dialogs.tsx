import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type {
  AcceptedVersion,
  Agreement,
} from "../../../../src/business/traders/agreements/agreement.schema.ts";
import { cursorPages } from "../../../app/api-client/queries.ts";
import { type AboutProps, type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { Button } from "../../../components/button/button.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Select } from "../../../components/field/select.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import { LoadedPages } from "../../../components/loaded/loaded-pages.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { NameText } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { compareTexts, type TextPart } from "./compare-texts.ts";
import { useAgreement } from "./use-agreement.ts";

interface CompareProps extends DialogProps {
  subject: Agreement;
}

/** Shows what one version of an agreement changes in another; at first the newest in the one before. */
export const CompareDialog = withSubject(
  useAgreement,
  "agreement",
  function Compare({ subject: { name, versions }, isOpen, onClose }: CompareProps) {
    const [newest, former = newest] = versions;
    const [from, setFrom] = useState(former!.id);
    const [to, setTo] = useState(newest!.id);
    const options = Object.fromEntries(
      versions.map(({ id, version, createdAt }) => [
        String(id),
        `Version ${version}, ${formatMoment(createdAt)}`,
      ]),
    );
    const textOf = (id: number) => versions.find((version) => version.id === id)?.text ?? "";
    const parts = compareTexts(textOf(from), textOf(to));
    return (
      <ViewDialog
        title={`Compare Versions of ${name}`}
        size="md"
        isOpen={isOpen}
        onClose={onClose}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <FormFields>
          <Select
            label="From"
            options={options}
            value={String(from)}
            onChange={({ target }) => setFrom(Number(target.value))}
          />
          <Select
            label="To"
            options={options}
            value={String(to)}
            onChange={({ target }) => setTo(Number(target.value))}
          />
        </FormFields>
        {parts.every(({ change }) => change === "none") ? (
          <p>Both texts are the same.</p>
        ) : (
          <Box sx={textLook}>
            {parts.map((part, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of two fixed texts keep their places
              <Part key={index} part={part} />
            ))}
          </Box>
        )}
      </ViewDialog>
    );
  },
);

function Part({ part: { change, text } }: { part: TextPart }) {
  if (change === "added") return <ins>{text}</ins>;
  if (change === "removed") return <del>{text}</del>;
  return text;
}

const textLook = {
  mt: 2,
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
  "& ins": { background: "var(--green-wash)", color: "var(--green)" },
  "& del": { background: "var(--red-wash)", color: "var(--red)" },
};

/** Lists who has accepted a version, newest first. */
export function AcceptedByDialog({ id, isOpen, onClose }: AboutProps) {
  const query = trpc.admin.agreements.acceptedBy.useInfiniteQuery({ versionId: id }, cursorPages);
  return (
    <ViewDialog
      title="Accepted By"
      size="md"
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <LoadedPages
        query={query}
        noun="acceptances"
        skeleton={4}
        empty={<EmptyState icon="document" title="No trader has accepted this version yet" />}
      >
        {(rows) => (
          <Table name="Acceptances" columns={columns} rows={rows} rowKey={(row) => row.id} />
        )}
      </LoadedPages>
    </ViewDialog>
  );
}

const columns: Column<AcceptedVersion>[] = [
  {
    title: "Trader",
    isHeader: true,
    cell: ({ userId, fullName, email }) => (
      <Link to="/admin/users/$id" params={{ id: String(userId) }} search={{ tab: "identity" }}>
        <NameText>{fullName ?? email}</NameText>
      </Link>
    ),
  },
  { title: "Email", cell: ({ email }) => email },
  { title: "Accepted", cell: ({ acceptedAt }) => formatMoment(acceptedAt) },
];
